// The files of a zip, by name: as much of the format as Mantel writes (stored and deflated entries).
import { inflateRawSync } from 'node:zlib';

export function unzip(bytes) {
  const files = new Map();
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const method = bytes.readUInt16LE(at + 10), packed = bytes.readUInt32LE(at + 20), start = bytes.readUInt32LE(at + 42);
    const nameLength = bytes.readUInt16LE(at + 28), name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const content = bytes.subarray(data, data + packed);
    files.set(name, method === 0 ? content : inflateRawSync(content));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}
