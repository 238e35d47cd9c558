/** Name of the stream that holds a workbook with a password, as UTF-16 in the directory of the container (MS-OFFCRYPTO 1.3.2). */
const encryptedPackage = Uint8Array.from([...'EncryptedPackage'].flatMap((sign) => [sign.charCodeAt(0), 0]));

/** Is an Office file of the old container a new one behind a password? */
export function isEncrypted(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (encryptedPackage.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}
