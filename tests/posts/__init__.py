"""Posts for forums, chats and mails."""
