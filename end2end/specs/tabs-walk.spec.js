// Random walks of two to four tabs and an agent on one page. Tabs are opened, duplicated, reloaded, left, crashed and
// closed; they lose the network, the server and the session; and they add, remove and undo in any of these states.
// After each walk everything is brought back, and every note that was added and not removed must be on the page, in
// every tab.
//
// `WALKS` is the number of walks (`make walks`: 1,000), `SEED` the seed of the first; a failure reports its seed and
// its actions.
import { readerReady, expect, test } from '../fixtures.js';

const walks = Number(process.env.WALKS ?? 20), firstSeed = Number(process.env.SEED ?? 1), length = Number(process.env.ACTS ?? 16);

// No traces, because there may be hundreds of walks: a walk can be repeated from its seed.
test.use({
  trace: 'off',
  screenshot: 'off',
  // Much of a walk's time is drawing the editor.
  viewport: { width: 960, height: 640 },
});
test.describe.configure({ timeout: 180_000, retries: 0 });

// The Mulberry32 generator.
function generator(seed) {
  let state = seed;
  const next = () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
  const below = count => Math.floor(next() * count);
  return { below, among: list => list[below(list.length)], chance: share => next() < share };
}

// The effect of a walk's actions on each note.
class Notes {
  notes = new Map();
  add(text) { this.notes.set(text, { removals: 0, restored: false }); }
  // Somebody removed the note, or undid adding it.
  remove(text) { this.notes.get(text).removals += 1; }
  // Somebody undid a removal.
  restore(text) { Object.assign(this.notes.get(text), { removals: this.notes.get(text).removals - 1, restored: true }); }
  has(text) { return this.notes.has(text); }
  get required() { return [...this.notes].filter(([, note]) => note.removals === 0).map(([text]) => text).sort(); }
  // If one tab removes what another restores, either may come last.
  get allowed() { return [...this.notes].filter(([, note]) => note.removals === 0 || note.restored).map(([text]) => text); }
}

const textsIn = page => page.evaluate(() => [...document.querySelectorAll('.editor-page article.tile')].map(tile => tile.innerText.trim()));
const undoLabel = async page => (await page.getByRole('button', { name: 'Undo', exact: true }).first().getAttribute('title')).replace(/^Undo: |^Nothing to undo$/, '');
// The unsaved work in the browser's stores, and whether the tabs that own them are alive.
const unsaved = page => page.evaluate(async () => {
  const alive = (await navigator.locks.query()).held.map(lock => lock.name);
  return Object.keys(localStorage).filter(key => key.startsWith('mantel:edit:')).sort().flatMap(key => {
    const name = key.split(':').at(-1), { steps, clashes, refused } = JSON.parse(localStorage[key]);
    const unsaved = { steps, clashes, refused };
    for (const part of Object.keys(unsaved)) if (unsaved[part].length === 0) delete unsaved[part];
    return Object.keys(unsaved).length ? [{ store: name, alive: alive.includes(name), ...unsaved }] : [];
  });
});

class Walk {
  tabs = [];
  notes = new Notes();
  log = [];
  count = 0;
  opened = 0;
  signedIn = false;
  serverRuns = true;

  constructor({ seed, context, person, mantel }) { Object.assign(this, { random: generator(seed), context, person, mantel }) }

  // Posts a form like a page of the service.
  post(path, form = {}) { return this.context.request.post(this.mantel.url + path, { form, headers: { origin: this.mantel.url }, maxRedirects: 0 }); }

  async signIn() {
    const response = await this.post('/signin', { email: this.person.email, password: this.person.password });
    expect(response.status()).toBe(303);
    this.signedIn = true;
    for (const tab of this.editing) await tab.page.evaluate(() => { window.dispatchEvent(new Event('focus')); });
  }

  get editing() { return this.tabs.filter(tab => tab.place === 'edit'); }
  // Whether a tab can load the editor.
  loads(tab) { return this.signedIn && this.serverRuns && !tab.offline; }

  tab(page, copied) {
    this.opened += 1;
    const tab = { page, name: String.fromCharCode(64 + this.opened), place: 'edit', offline: false, alone: !copied, steps: [] };
    this.tabs.push(tab);
    return tab;
  }

  async load(tab) {
    await tab.page.goto(`${this.mantel.url}/edit`);
    await readerReady(tab.page);
    tab.place = 'edit';
  }

  async open() {
    const tab = this.tab(await this.context.newPage());
    await this.load(tab);
    return tab;
  }

  // Each action: its weight, the tabs it can be done in (`null` if it is about none in particular), and its function.
  acts() {
    const { random } = this, editing = () => this.editing, none = possible => possible ? [null] : [];
    return {
      add: [6, editing(), async tab => {
        const texts = Array.from({ length: random.chance(0.25) ? 3 : 1 }, () => `n${++this.count}`);
        await tab.page.locator('#paste').fill(texts.length > 1 ? texts.map(text => `- ${text}`).join('\n') : texts[0]);
        await tab.page.locator('#paste').press('Enter');
        await expect(tab.page.locator('#paste')).toHaveValue('');
        texts.forEach(text => this.notes.add(text));
        tab.steps.push({ label: texts.length > 1 ? `Added ${texts.length} tiles` : `Added ${texts[0]}`, added: texts });
        return texts.join(' ');
      }],
      remove: [4, editing(), async tab => {
        const texts = (await textsIn(tab.page)).filter(text => this.notes.has(text));
        if (texts.length === 0) return 'nothing';
        const text = random.among(texts);
        // In one task: otherwise a change that arrives in between could remove the tile and move the focus to another.
        const pressed = await tab.page.evaluate(text => {
          const stop = document.querySelector(`.editor-tab-stop[aria-label^="${text},"]`);
          stop?.focus();
          return stop?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }));
        }, text);
        if (pressed === undefined) return `${text}, too late`;
        expect(await undoLabel(tab.page)).toBe(`Removed ${text}`);
        this.notes.remove(text);
        tab.steps.push({ label: `Removed ${text}`, removed: text });
        return text;
      }],
      undo: [4, editing(), async tab => {
        const label = await undoLabel(tab.page);
        if (!label) { tab.steps = []; return 'nothing'; }
        const step = tab.steps.pop();
        expect(step?.label).toBe(label);
        const way = random.among(step.removed ? ['toast', 'button', 'key'] : ['button', 'key']);
        // In one task, so that nothing arrives between reading the page and the undo.
        const before = await tab.page.evaluate(way => {
          const texts = [...document.querySelectorAll('.editor-page article.tile')].map(tile => tile.innerText.trim());
          const control = way === 'toast' && document.querySelector('.editor-toast-undo') || document.querySelector('button[aria-label="Undo"]');
          if (way === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
          else control.click();
          return texts;
        }, way);
        // A note that is absent cannot be removed again, and one that is present cannot be restored.
        for (const text of step.added ?? []) if (before.includes(text)) this.notes.remove(text);
        if (step.removed && !before.includes(step.removed)) this.notes.restore(step.removed);
        return label;
      }],
      save: [2, editing().filter(tab => this.loads(tab)), async tab => {
        await tab.page.evaluate(() => { window.dispatchEvent(new Event('online')); });
        await expect(tab.page.locator('.editor-status[data-waiting="0"]')).toBeVisible();
      }],
      reload: [3, editing().filter(tab => this.loads(tab)), async tab => { await tab.page.reload(); await readerReady(tab.page); }],
      // The server writes the document before edits arrive that are made until it is shown.
      'reload slowly': [2, editing().filter(tab => this.loads(tab)), async tab => {
        const older = await this.context.request.get(`${this.mantel.url}/edit`), { add: [, , add], save: [, , save] } = this.acts();
        const texts = await add(tab);
        if (random.chance(0.5)) await save(tab);
        await tab.page.route('**/edit', route => route.fulfill({ response: older }), { times: 1 });
        await tab.page.reload();
        await readerReady(tab.page);
        return texts;
      }],
      leave: [3, editing(), async tab => {
        tab.place = 'away';
        await tab.page.goto(this.loads(tab) && random.chance(0.5) ? `${this.mantel.url}/settings` : 'about:blank');
      }],
      return: [4, this.tabs.filter(tab => tab.place === 'away' && this.loads(tab)), tab => this.load(tab)],
      open: [2, none(this.tabs.length < 4 && this.loads({})), async () => (await this.open()).name],
      // A window starts with a copy of the session storage of the page that opens it.
      copy: [1, editing().filter(tab => this.tabs.length < 4 && this.loads(tab)), async tab => {
        const [page] = await Promise.all([this.context.waitForEvent('page'), tab.page.evaluate(() => { window.open('/edit'); })]);
        await readerReady(page);
        tab.alone = false;
        return this.tab(page, true).name;
      }],
      close: [1, this.tabs.length > 2 ? this.tabs : [], async tab => {
        this.tabs = this.tabs.filter(other => other !== tab);
        await tab.page.close();
      }],
      // Crashes the renderer process, which duplicated tabs share.
      crash: [1, this.tabs.length > 2 ? editing().filter(tab => tab.alone) : [], async tab => {
        this.tabs = this.tabs.filter(other => other !== tab);
        const crashed = tab.page.waitForEvent('crash');
        (await this.context.newCDPSession(tab.page)).send('Page.crash').catch(() => {});
        await crashed;
        await tab.page.close();
      }],
      disconnect: [2, this.tabs.filter(tab => !tab.offline), tab => this.setOffline(tab, true)],
      connect: [2, this.tabs.filter(tab => tab.offline), tab => this.setOffline(tab, false)],
      kill: [1, none(this.serverRuns), async () => { this.serverRuns = false; await this.mantel.stop('SIGKILL'); }],
      start: [4, none(!this.serverRuns), () => this.startServer()],
      'sign out': [1, none(this.signedIn && this.serverRuns), async () => { this.signedIn = false; expect((await this.post('/signout')).status()).toBe(303); }],
      'sign in': [4, none(!this.signedIn && this.serverRuns), () => this.signIn()],
      'agent adds': [2, none(this.serverRuns), async () => {
        const text = `n${++this.count}`;
        expect((await this.person.call('POST', '/api/v1/page/tiles', { input: text })).status).toBe(201);
        this.notes.add(text);
        return text;
      }],
      'agent removes': [1, none(this.serverRuns), async () => {
        const tiles = await this.saved();
        if (tiles.length === 0) return 'nothing';
        const { id, text } = random.among(tiles);
        const { status } = await this.person.call('DELETE', `/api/v1/page/tiles/${id}`);
        // A tab may have removed it first.
        if (status === 404) return `${text}, too late`;
        expect(status).toBe(200);
        this.notes.remove(text);
        return text;
      }],
    };
  }

  async saved() { return (await this.person.call('GET', '/api/v1/page')).body.draft.tiles; }

  async startServer() { await this.mantel.start(); this.serverRuns = true; }

  async setOffline(tab, offline) {
    tab.session ??= await this.context.newCDPSession(tab.page);
    await tab.session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    tab.offline = offline;
  }

  async step() {
    const possible = Object.entries(this.acts()).flatMap(([name, [weight, tabs, act]]) => tabs.length ? Array(weight).fill({ name, tabs, act }) : []);
    const { name, tabs, act } = this.random.among(possible), tab = this.random.among(tabs);
    const entry = [...(tab ? [tab.name] : []), name];
    this.log.push(entry);
    const outcome = await act(tab);
    if (outcome) entry.push(outcome);
  }

  // Brings everything back; some tabs stay open, one is new.
  async heal() {
    if (!this.serverRuns) await this.startServer();
    for (const tab of this.tabs) if (tab.offline) await this.setOffline(tab, false);
    if (!this.signedIn) await this.signIn();
    for (const tab of [...this.tabs]) {
      if (!this.random.chance(0.4)) continue;
      this.log.push([tab.name, 'closed at the end']);
      this.tabs = this.tabs.filter(other => other !== tab);
      await tab.page.close();
    }
    const last = await this.open();
    for (const tab of this.editing) await tab.page.evaluate(() => { for (const name of ['online', 'focus']) window.dispatchEvent(new Event(name)); });
    await expect.poll(() => unsaved(last.page), 'everything is saved').toEqual([]);
    for (const tab of this.editing) await expect(tab.page.locator('.editor-status[data-waiting="0"]')).toHaveText(/^Saved/);
  }

  async check() {
    const tiles = (await this.saved()).map(tile => tile.text), { required, allowed } = this.notes;
    expect(tiles.filter(text => required.includes(text)).sort(), 'every note that nobody removed is there').toEqual(required);
    expect(tiles.filter(text => !allowed.includes(text)), 'no note that was removed came back').toEqual([]);
    for (const tab of this.editing) await expect.poll(() => textsIn(tab.page), `what tab ${tab.name} shows`).toEqual(tiles);
  }

  async run() {
    await this.person.call('POST', '/api/v1/page/import', { file: { mantel: 1, profile: { name: 'Ines' }, theme: {}, tiles: [] }, username: this.person.name });
    await this.signIn();
    for (let tabs = 0; tabs < 2; tabs += 1) await this.open();
    for (let act = 0; act < length; act += 1) await this.step();
    await this.heal();
    await this.check();
  }
}

for (let seed = firstSeed; seed < firstSeed + walks; seed += 1) {
  test(`walk ${seed}`, async ({ context, person, mantel }) => {
    const walk = new Walk({ seed, context, person, mantel });
    try {
      await walk.run();
    } catch (error) {
      error.message = `SEED=${seed} WALKS=1\n${walk.log.map(entry => `  ${entry.join(' ')}`).join('\n')}\n${error.message}`;
      throw error;
    } finally {
      if (!walk.serverRuns) await walk.startServer();
    }
  });
}
