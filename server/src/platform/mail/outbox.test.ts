import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { smsToOutbox } from '../sms/sms-outbox.ts';
import { createSendMail, outboxDir } from './transport.ts';

const MAIL = {
  id: '2026-01-02T03-04-05-000Z-abcdef01',
  at: '2026-01-02T03:04:05.000Z',
  to: 'ada@clinic.example',
  subject: '<img src=x onerror=alert(1)>',
  text: 'Activate:\nhttp://localhost:4800/activate/MTc/abc',
  html: '<p>Hello</p><script>alert(1)</script>',
};

async function put(t: TestApp) {
  const dir = outboxDir(t.services.config);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `${MAIL.id}.json`), JSON.stringify(MAIL));
}

describe('the outbox page', () => {
  test.each([
    ['in production', { production: true }],
    ['when mails are really sent', { smtpUrl: 'smtp://127.0.0.1:1' }],
  ])('the outbox page does not exist %s', async (_, config) => {
    const t = await createTestApp({ config });
    await put(t);
    for (const path of [
      '/dev/outbox',
      '/dev/outbox.json',
      `/dev/outbox/${MAIL.id}`,
      `/dev/outbox/${MAIL.id}/html`,
    ])
      expect((await t.app.inject({ url: path })).statusCode, path).toBe(404);
    await t.close();
  });

  describe('on a developer’s machine', () => {
    let t: TestApp;
    beforeAll(async () => {
      t = await createTestApp();
    });
    afterAll(() => t.close());
    afterEach(() => rm(outboxDir(t.services.config), { recursive: true, force: true }));

    test('the outbox is empty at first', async () => {
      expect((await t.app.inject({ url: '/dev/outbox' })).body).toContain('No mail has been sent yet.');
      expect((await t.app.inject({ url: '/dev/outbox.json' })).json()).toEqual({ mails: [], messages: [] });
    });

    test.each(['nothing', '../secret', '..%2Fsecret', '%2e%2e%2fsecret'])(
      '404 for the mail %s',
      async (id) => {
        expect((await t.app.inject({ url: `/dev/outbox/${id}` })).statusCode).toBe(404);
      },
    );

    test('lists mails, shows one with its link, and executes nothing in it', async () => {
      await put(t);
      const list = await t.app.inject({ url: '/dev/outbox' });
      expect(list.body).toContain(`/dev/outbox/${MAIL.id}`);
      expect(list.body).not.toContain('<img');
      const one = await t.app.inject({ url: `/dev/outbox/${MAIL.id}` });
      expect(one.body).toContain('href="http://localhost:4800/activate/MTc/abc"');
      expect(one.body).not.toContain('<script');
      const html = await t.app.inject({ url: `/dev/outbox/${MAIL.id}/html` });
      expect(html.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/);
      expect((await t.app.inject({ url: '/dev/outbox.json' })).json()).toEqual({
        mails: [MAIL],
        messages: [],
      });
    });

    test('lists text messages, and executes nothing in them', async () => {
      const sms = { to: '+4989123456', text: '<img src=x onerror=alert(1)> 123456' };
      await smsToOutbox(outboxDir(t.services.config)).send(sms);
      const list = await t.app.inject({ url: '/dev/outbox' });
      expect(list.body).toContain('+4989123456');
      expect(list.body).not.toContain('<img');
      const { messages } = (await t.app.inject({ url: '/dev/outbox.json' })).json();
      expect(messages).toEqual([{ ...sms, id: expect.any(String), at: expect.any(String) }]);
    });

    test('only the server’s user can read the folder and its files, an older folder included', async () => {
      const { config } = t.services;
      const dir = outboxDir(config);
      await mkdir(dir, { recursive: true });
      await chmod(dir, 0o755);
      const { to, subject, html, text } = MAIL;
      await createSendMail(config)({
        from: { name: 'Cusp', address: 'no@cusp.example' },
        to,
        subject,
        html,
        text,
      });
      await smsToOutbox(dir).send({ to: '+4989123456', text: '123456' });
      const names = await readdir(dir);
      expect(names.map((name) => extname(name)).sort()).toEqual(['.eml', '.json', '.sms']);
      const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
      expect(await modeOf(dir)).toBe(0o700);
      for (const name of names) expect(await modeOf(join(dir, name)), name).toBe(0o600);
    });
  });
});
