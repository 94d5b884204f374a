"""The program on other systems than Linux, as far as that can be tried on this one."""
