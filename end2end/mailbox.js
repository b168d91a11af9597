// A mail server on loopback, and the mails that it received.
import { EventEmitter, once } from 'node:events';
import { SMTPServer } from 'smtp-server';

// How long to wait for a mail, ms: as long as for anything else (`playwright.config.js`).
const PATIENCE = 45_000;

// Decodes quoted-printable text, as far as ASCII needs.
const decoded = text => text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// `url` is the value of `SMTP_URL`; `link(address)` waits for the next mail to an address and returns the address in it.
export async function startMailbox() {
  const mails = [], arrivals = new EventEmitter();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', chunk => { text += chunk });
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text: decoded(text) });
        arrivals.emit('mail');
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${smtp.server.address().port}`,
    async link(address) {
      const signal = AbortSignal.timeout(PATIENCE);
      for (;;) {
        const at = mails.findIndex(mail => mail.to === address);
        if (at >= 0) return mails.splice(at, 1)[0].text.match(/https?:\/\/\S+/)[0];
        await once(arrivals, 'mail', { signal }).catch(() => { throw new Error(`no mail to ${address} in ${PATIENCE / 1000} s`) });
      }
    },
    close: () => new Promise(resolve => smtp.close(resolve)),
  };
}
