import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { LANGUAGES } from '@cusp/text/languages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsOf, newestMailTo } from '../../testing/sign-in.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { LOOKS } from '../brand/brands.ts';
import { readConfig } from '../config/config.ts';
import { NOBODY } from '../http/actor.ts';
import { inTransaction } from '../work.ts';
import type { CaseNews, MailRequest, MailTemplate } from './mail-request.ts';
import { createRenderMail } from './render-mail.ts';
import { createSendMail, outboxDir } from './transport.ts';

const CASE = { name: 'Ada', sender: 'Grace Hopper', no: '2611-ABC', link: '/case/17' };
const PARTNER = { sender: 'Grace Hopper', institution: 'Hopper Lab', link: '/connections' };
/** Parameters as the senders of each mail pass them. */
const PARAMS: Record<MailTemplate, Record<string, string>> = {
  activation: { name: 'Ada', link: '/activate/MTc/token' },
  'password-reset': { name: 'Ada', link: '/password-reset/token' },
  'password-changed': { name: 'Ada', link: '/password_reset/' },
  'new-sign-in': {
    name: 'Ada',
    device: 'Firefox, Linux',
    place: 'Germany (192.0.2.1)',
    time: 'May 1',
    link: '/security',
  },
  'second-step-added': { name: 'Ada', link: '/second-step/undo/token' },
  'second-step-removed': { name: 'Ada', link: '/security' },
  'recovery-codes-renewed': { name: 'Ada', link: '/security' },
  'second-step-reset-soon': { name: 'Ada', until: 'May 1, 14:30 UTC', link: '/second-step/keep/token' },
  'second-step-reset-done': { name: 'Ada', link: '/security' },
  'second-step-reset-cancelled': { name: 'Ada', link: '/security' },
  'second-step-reset-stopped': { name: 'Stella', customer: 'Ada Lovelace', link: '/adm/users/17' },
  'email-change-old': { name: 'Ada', email: 'ada@new.example', link: '/email-change/token' },
  'email-change-new': { name: 'Ada', link: '/email-change/token' },
  'email-change-lost': {
    name: 'Ada',
    email: 'ada@new.example',
    until: 'May 1 UTC',
    link: '/email-change/token',
  },
  'email-change-refused': {
    name: 'Stella',
    customer: 'Ada Lovelace',
    email: 'ada@new.example',
    link: '/adm/users/17',
  },
  'email-changed': { name: 'Ada', email: 'ada@new.example', link: '/login' },
  'support-approved': { name: 'Ada', sender: 'Stella Staff', link: '/security' },
  'support-began': { name: 'Ada', sender: 'Stella Staff', until: 'May 1, 14:30 UTC', link: '/security' },
  'provider-connected': { name: 'Ada', provider: 'Google', link: '/password_reset/' },
  'connection-request': { ...PARTNER, message: 'Hello Ada,\nshall we?' },
  'connection-invite': { ...PARTNER, message: '' },
  'connection-accepted': PARTNER,
  'group-invite': { ...PARTNER, group: 'Smile & Co' },
  'group-newcomer': { ...PARTNER, group: 'Smile & Co' },
  'group-offered': {
    ...{ name: 'Ada', who: 'Grace Hopper', group: 'Smile & Co', until: 'May 1, 14:30 UTC' },
    link: '/groups',
  },
  'group-offer-withdrawn': { name: 'Ada', who: 'Grace Hopper', group: 'Smile & Co', link: '/groups' },
  'group-offer-declined': { name: 'Ada', who: 'Grace Hopper', group: 'Smile & Co', link: '/groups' },
  'group-offer-accepted': { name: 'Ada', who: 'Grace Hopper', group: 'Smile & Co', link: '/groups' },
  'group-handed-over': { name: 'Ada', who: 'Grace Hopper', group: 'Smile & Co', link: '/groups' },
  'region-moved': { name: 'Ada', region: 'EU', link: '/settings' },
  'device-reset': { name: 'Ada', device: 'Trio 5, SN-1', link: '/settings' },
  ticket: {
    title: 'Scanner stays dark',
    message: 'It does not start.',
    sender: 'Dana Device',
    email: 'dana@cusp.example',
    number: '17',
    link: '/adm/registration/tickets',
  },
  'device-confirm': { name: 'Ada', device: 'Trio 5, SN-1', link: '/devices/confirm-email/MTc/token?sid=VVM' },
  'account-closing': { name: 'Ada', until: 'May 1', link: '/login' },
  'account-kept': { name: 'Ada', link: '/security' },
  'terms-published': { name: 'Ada', day: 'Dec 24, 2026', link: '/agreements' },
  'dpa-published': { name: 'Ada', day: 'Dec 24, 2026', link: '/agreements' },
  'cases-expiring': { name: 'Ada', count: '12', day: 'Dec 24, 2026', link: '/privacy#retention' },
  'drafts-erased': { name: 'Ada', who: 'Grace Hopper', count: '2', link: '/cases' },
  'case-published': { ...CASE, by: 'Hopper Lab' },
  'case-edited': CASE,
  'case-shared': {
    sender: 'Grace Hopper',
    institution: 'Hopper Lab',
    until: 'May 1 UTC',
    link: '/share/case#token',
  },
  'comment-added': { ...CASE, count: '3', authors: 'Grace Hopper and Ada' },
  'comment-mention': { ...CASE, count: '1', authors: '' },
  'comment-edited': { ...CASE, count: '1', authors: 'Grace Hopper' },
};
/** Every kind of line in a mail about a case. */
const NEWS: Record<CaseNews['what'], CaseNews> = {
  opened: { what: 'opened', by: 'Hopper Lab', count: 1 },
  started: { what: 'started', by: 'Hopper Lab', count: 1 },
  completed: { what: 'completed', by: 'Hopper Lab', count: 1 },
  reopened: { what: 'reopened', by: 'Hopper Lab', count: 1 },
  closed: { what: 'closed', by: 'Hopper Lab', count: 1 },
  proposed: { what: 'proposed', by: 'Hopper Lab', count: 1 },
  declined: { what: 'declined', by: 'Hopper Lab', count: 1 },
  withdrawn: { what: 'withdrawn', by: 'Hopper Lab', count: 1 },
  edited: { what: 'edited', by: 'Hopper Lab', count: 1 },
  files: { what: 'files', by: 'Hopper Lab', count: 3 },
  assignee: { what: 'assignee', by: 'Hopper Lab', count: 1 },
  comments: { what: 'comments', by: 'Hopper Lab', count: 2 },
};
const TEMPLATES = Object.keys(PARAMS) as MailTemplate[];

const config = readConfig({ PUBLIC_URL: 'https://cloud.cusp.example', MAIL_FROM: 'hello@cusp.example' });
const render = createRenderMail(config);
const request = (template: MailTemplate, more: Partial<MailRequest> = {}): MailRequest => ({
  template,
  to: 'ada@clinic.example',
  userId: 1,
  language: 'en',
  brand: 'cusp',
  params: PARAMS[template],
  ...more,
});

describe('rendering is refused', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
    'activate/1',
  ])('rendering is refused for a link to %s', async (link) => {
    await expect(render(request('activation', { params: { name: 'Ada', link } }))).rejects.toThrow(
      'only link',
    );
  });

  test('a mail is not rendered when a value or a text is missing', async () => {
    await expect(render(request('case-published', { params: { link: '/' } }))).rejects.toThrow('{{no}}');
    await expect(render(request('nothing' as MailTemplate, { params: { link: '/' } }))).rejects.toThrow(
      'nothing.',
    );
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(TEMPLATES)('the mail %s has a subject, both parts and its link', async (template) => {
    const mail = await render(request(template, { language }));
    expect(mail.subject).toMatch(/\S/);
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(`https://cloud.cusp.example${PARAMS[template].link}`);
      expect(part).not.toMatch(/\{\{|undefined|\[object/);
    }
    expect(mail.html).toContain(`lang="${language}"`);
    if ('no' in PARAMS[template]) expect(mail.text).toContain('2611-ABC');
    if ('group' in PARAMS[template]) expect(mail.text).toContain('Smile & Co');
  });

  test.each(Object.values(NEWS))(
    'the mail about $what says who did it, and the subject too',
    async (line) => {
      const news = JSON.stringify([line]);
      const mail = await render(request('case-edited', { language, params: { ...CASE, news } }));
      for (const part of [mail.subject, mail.html, mail.text]) {
        expect(part).toContain('Hopper Lab');
        expect(part).toContain('2611-ABC');
        expect(part).not.toMatch(/\{\{|undefined|\[object/);
      }
    },
  );
});

describe('a mail', () => {
  test.each(LOOKS.map((skin) => [skin.key, skin] as const))(
    'a mail has the looks of %s',
    async (brand, skin) => {
      const mail = await render(request('activation', { brand }));
      expect(mail.from).toEqual({ name: skin.app_name, address: 'hello@cusp.example' });
      expect(mail.subject).toContain(skin.app_name);
      expect(mail.html).toContain(skin.main_color);
      expect(mail.html).toContain(`https://cloud.cusp.example${skin.images.logo}`);
    },
  );

  test('a mail links to the site of its brand, if the brand has one', async () => {
    const sites = [config.publicUrl, 'https://arcline.example'];
    const renderThere = createRenderMail({ ...config, sites });
    const arcline = await renderThere(request('activation', { brand: 'arcline' }));
    expect(arcline.text).toContain('https://arcline.example/activate/MTc/token');
    expect(arcline.html).toContain('https://arcline.example/brands/arcline/');
    for (const brand of ['cusp', 'cusp-campus', 'verdent', 'gone']) {
      const { text } = await renderThere(request('activation', { brand }));
      expect(text).toContain('https://cloud.cusp.example/activate/MTc/token');
    }
  });

  test('mails to people of the sub-skin link to its host, and those of the default brand elsewhere', async () => {
    const sites = ['https://campus.cusp.example', config.publicUrl];
    const renderThere = createRenderMail({ ...config, sites });
    const campus = await renderThere(request('activation', { brand: 'cusp-campus' }));
    expect(campus.text).toContain('https://campus.cusp.example/activate/MTc/token');
    const plain = await renderThere(request('activation', { brand: 'cusp' }));
    expect(plain.text).toContain('https://cloud.cusp.example/activate/MTc/token');
  });

  test('a mail is in English for an unsupported language, and has no greeting for an empty name', async () => {
    const mail = await render(request('connection-invite', { language: 'xx' }));
    expect(mail.text).toContain('Hello,\n');
  });

  test.each([
    'Win at http://evil.example',
    'www.evil.example',
    'Grace evil.example/login',
    'Call +1 900 555 0100 now',
    'Your account is locked, write to our support today',
  ])('a mail to an unverified mailbox does not greet %j', async (name) => {
    const mail = await render(request('activation', { params: { name, link: '/' } }));
    expect(mail.text).toContain('Hello,\n');
    for (const part of [mail.html, mail.text]) expect(part).not.toContain(name);
  });

  test.each(['Dr. med. Grace', 'J.R.', 'Anne-Marie', 'O’Hara', '민준', 'Żaneta', 'محمد'])(
    'greets %s by name',
    async (name) => {
      const mail = await render(request('activation', { params: { name, link: '/' } }));
      expect(mail.text).toContain(`Hello ${name},\n`);
    },
  );

  test('a mail quotes user text escaped', async () => {
    const params = { ...PARTNER, message: '<script>alert(1)</script>\nBye' };
    const mail = await render(request('connection-request', { params }));
    expect(mail.html).not.toContain('<script>');
    expect(mail.text).toContain('> <script>alert(1)</script>\n> Bye');
  });

  test('a mail gets no extra header from a name', async () => {
    const sender = 'Eve\r\nBcc: everybody@clinic.example\u2028X-Mark: 1';
    const mail = await render(request('connection-accepted', { params: { ...PARTNER, sender } }));
    expect(mail.subject).not.toMatch(/[\r\n\u2028]/);
  });

  test('a mail is not reversed by direction marks in a name', async () => {
    const params = { ...PARTNER, sender: '\u202eeve\u2066', institution: '' };
    const mail = await render(request('connection-accepted', { params }));
    expect(mail.subject).toMatch(/^eve +accepted your connection request$/);
    expect(mail.html).not.toContain('\u202e');
  });
});

describe('the worker', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp({ work: true });
  });
  afterAll(() => t.close());

  test('the worker sends no mail for a change that was rolled back', async () => {
    const undone = inTransaction(t.services, NOBODY, async (work) => {
      await work.enqueue('mail', request('activation', { to: 'undone@clinic.example' }));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await inTransaction(t.services, NOBODY, (work) =>
      work.enqueue('mail', request('activation', { to: 'done@clinic.example' })),
    );
    await newestMailTo(t, 'done@clinic.example');
    expect((await mailsOf(t)).map(({ to }) => to)).not.toContain('undone@clinic.example');
  });

  test('the worker writes an .eml with both parts and without injected headers', async () => {
    const to = 'eve@clinic.example';
    const params = { ...PARTNER, sender: 'Eve\r\nBcc: everybody@clinic.example' };
    await inTransaction(t.services, NOBODY, (work) =>
      work.enqueue('mail', request('connection-accepted', { to, params, language: 'ko' })),
    );
    const { id } = await newestMailTo(t, to);
    const dir = outboxDir(t.services.config);
    expect((await readdir(dir)).filter((name) => name.startsWith(id)).sort()).toEqual([
      `${id}.eml`,
      `${id}.json`,
    ]);
    const eml = await readFile(join(dir, `${id}.eml`), 'utf8');
    const [head = ''] = eml.split('\r\n\r\n');
    expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(head).toMatch(/^To: <?eve@clinic\.example>?$/m);
    expect(head).not.toMatch(/^Bcc:/im);
    expect(eml).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  });

  test('a mail treats a recipient with commas or brackets as one address', async () => {
    const send = createSendMail(t.services.config);
    const mail = { ...(await render(request('activation'))), to: 'a@clinic.example, b@clinic.example' };
    await send(mail).catch(() => {});
    for (const name of await readdir(outboxDir(t.services.config))) {
      if (!name.endsWith('.eml')) continue;
      const eml = await readFile(join(outboxDir(t.services.config), name), 'utf8');
      expect(eml).not.toMatch(/^To:.*a@clinic\.example>?, <?b@clinic\.example/m);
    }
  });
});

test('mails are sent by SMTP when it is configured', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 here\r\n');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n')) {
        heard.push(line);
        if (inData && line !== '.') continue;
        if (/^DATA/i.test(line)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line) {
          inData = false;
          socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await createSendMail({ ...config, smtpUrl: `smtp://127.0.0.1:${port}` })(
    await render(request('password-reset')),
  );
  server.close();
  expect(heard).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<hello@cusp.example>',
      'RCPT TO:<ada@clinic.example>',
      'Subject: Reset your Cusp password',
    ]),
  );
});
