// The sample page with its images uploaded, for benchmarks and tests of published pages.
import { readFileSync } from 'node:fs';

const IMAGES = /\/samples\/[\w.-]+/g;

async function upload({ url, key }, bytes) {
  const response = await fetch(`${url}/api/v1/images`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'image/webp' }, body: bytes });
  if (!response.ok) throw new Error(`image upload: ${response.status} ${await response.text()}`);
  return (await response.json()).src;
}

// The page file, with images uploaded for the owner (`url` of the server and API `key`). The samples are AVIF, which
// the browser converts to WebP.
export async function samplePage(browser, owner) {
  const file = readFileSync(new URL('bench/sample.json', import.meta.url), 'utf8'), uploaded = {};
  const page = await browser.newPage();
  await page.goto(`${owner.url}/favicon.svg`);
  for (const name of new Set(file.match(IMAGES))) {
    const webp = await page.evaluate(async name => {
      const image = await createImageBitmap(await (await fetch(name)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.95 })).arrayBuffer())];
    }, name);
    uploaded[name] = await upload(owner, Buffer.from(webp));
  }
  await page.close();
  return JSON.parse(file.replaceAll(IMAGES, path => uploaded[path]));
}
