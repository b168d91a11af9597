// The files of a zip archive by name: stored and deflated entries, which is what Mantel writes.
import { inflateRawSync } from 'node:zlib';

export function unzip(bytes) {
  const files = new Map();
  let offset = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16);
  while (bytes.readUInt32LE(offset) === 0x02014b50) {
    const method = bytes.readUInt16LE(offset + 10), compressedSize = bytes.readUInt32LE(offset + 20), start = bytes.readUInt32LE(offset + 42);
    const nameLength = bytes.readUInt16LE(offset + 28), name = bytes.toString('utf8', offset + 46, offset + 46 + nameLength);
    const dataStart = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const content = bytes.subarray(dataStart, dataStart + compressedSize);
    files.set(name, method === 0 ? content : inflateRawSync(content));
    offset += 46 + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return files;
}
