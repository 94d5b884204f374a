/* In place of the post-quantum recipients of age, which no game names: it saves a third of the script. */
export const MLKEM768P256 = undefined;
export const MLKEM768X25519 = undefined;
