/* Sealing: a text for the referee's keys alone, as age writes it. */
import { Encrypter, armor } from "age-encryption";

self.theatrum.sealFor = async (recipients, text) => {
  const sealing = new Encrypter();
  for (const one of recipients) sealing.addRecipient(one);
  return armor.encode(await sealing.encrypt(text));
};
