// The sample page as its owner would have it: with its pictures uploaded. For benchmarks and tests of published pages.
import { readFileSync } from 'node:fs';

const PICTURES = /\/samples\/[\w.-]+/g;

async function upload({ url, key }, bytes) {
  const reply = await fetch(`${url}/api/v1/images`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'image/webp' }, body: bytes });
  if (!reply.ok) throw new Error(`a picture: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).src;
}

// The page file, for whoever has `key` on the server at `url`. The samples are AVIF, which the browser turns into WebP.
export async function sample(browser, owner) {
  const file = readFileSync(new URL('bench/sample.json', import.meta.url), 'utf8'), places = {};
  const page = await browser.newPage();
  await page.goto(`${owner.url}/favicon.svg`);
  for (const name of new Set(file.match(PICTURES))) {
    const picture = await page.evaluate(async name => {
      const picture = await createImageBitmap(await (await fetch(name)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.95 })).arrayBuffer())];
    }, name);
    places[name] = await upload(owner, Buffer.from(picture));
  }
  await page.close();
  return JSON.parse(file.replaceAll(PICTURES, path => places[path]));
}
