// A mail server on loopback, and the mails that it received.
import { SMTPServer } from 'smtp-server';

// Decodes quoted-printable text.
const decoded = text => text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// `url` is the value of `SMTP_URL`; `link(address)` waits for the next mail to an address, at most 20 s, and returns the
// address in it.
export async function startMailbox() {
  const mails = [], waiting = [];
  const deliver = () => {
    for (const [index, { address, resolve }] of [...waiting.entries()].reverse()) {
      const at = mails.findIndex(mail => mail.to === address);
      if (at >= 0) { waiting.splice(index, 1); resolve(mails.splice(at, 1)[0].text) }
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', chunk => { text += chunk });
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text: decoded(text) });
        deliver();
        done();
      });
    },
  });
  await new Promise((resolve, reject) => { server.once('error', reject); server.listen(0, '127.0.0.1', resolve) });
  const next = address => new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no mail to ${address} in 20 s`)), 20_000);
    waiting.push({ address, resolve(text) { clearTimeout(limit); resolve(text) } });
    deliver();
  });
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    link: async address => (await next(address)).match(/https?:\/\/\S+/)[0],
    close: () => new Promise(resolve => server.close(resolve)),
  };
}
