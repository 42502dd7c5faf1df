// @vitest-environment happy-dom
import { activate, validateResetToken } from '@cusp/contract/accounts.routes';
import { acceptConnection } from '@cusp/contract/connections.routes';
import { confirmDeviceEmail } from '@cusp/contract/devices.routes';
import { answerEmailChange } from '@cusp/contract/email-change.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { openHandoff } from '@cusp/contract/handoff.routes';
import { undoSecondStep } from '@cusp/contract/security.routes';
import { acceptGroup } from '@cusp/contract/share-groups.routes';
import { sharedCase, sharedFileUrls, sharedZipUrl } from '@cusp/contract/sharing.routes';
import { keepSecondStep } from '@cusp/contract/step-reset.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import sharing from '../../../contract/fixtures/sharing.json';
import { refuses, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const OTHER = 'https://eu.cusp.example';
const site = { server_loc: 'US', other_region_url: OTHER } as const;

/** Page of a link, its path and hash, and the button that sends the token where opening the page does not. */
const LINKS = [
  ['activation', activate, '/activate/MTU/token', '', null],
  ['reset', validateResetToken, '/password-reset/token', '', null],
  ['second-step undo', undoSecondStep, '/second-step/undo/token', '', 'Secure my account'],
  ['share', sharedCase, '/share/case', '#token', null],
  ['device', confirmDeviceEmail, '/devices/confirm-email/MQ/token', '', null],
  ['second-step reset', keepSecondStep, '/second-step/keep/token', '', 'Keep my second step'],
  ['email change', answerEmailChange, '/email-change/token', '', 'Agree'],
] as const;

type Link = (typeof LINKS)[number];

/** Opens a link that this region refuses; returns the requests and the link to the other region. */
async function openRefused([, route, path, hash, button]: Link, sid: string) {
  const network = await openScreen(`${path}?sid=${sid}${hash}`, [refuses(route, 'server_is_wrong')], {
    as: null,
    site,
  });
  if (button) await userEvent.click(await screen.findByRole('button', { name: button }));
  const link = await screen.findByRole('link', { name: 'Open at eu.cusp.example' });
  return { sent: JSON.stringify(network.sent), href: link.getAttribute('href') };
}

test.each(LINKS)('%s link of the other region leads to the same page there', async (...link) => {
  const { sent, href } = await openRefused(link as unknown as Link, 'RVU');
  expect(href).toBe(`${OTHER}${link[2]}?sid=RVU${link[3]}`);
  expect(sent).toContain('RVU');
});

test.each(LINKS)('%s link that moved leads to itself there', async (...link) => {
  const { href } = await openRefused(link as unknown as Link, 'VVM');
  expect(href).toBe(`${OTHER}${link[2]}?sid=RVU${link[3]}`);
});

test('the code of a phone, whose person moved, leads to the other sign-in', async () => {
  await openScreen('/handoff#code', [refuses(openHandoff, 'server_is_wrong')], { as: null, site });
  const link = await screen.findByRole('link', { name: 'Open at eu.cusp.example' });
  expect(link.getAttribute('href')).toBe(`${OTHER}/login`);
});

test('a link of another region shows only the reason where one region is deployed', async () => {
  await openScreen('/activate/MTU/token?sid=RVU', [refuses(activate, 'server_is_wrong')], { as: null });
  expect(await screen.findByRole('heading', { name: /belongs to another data region/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Open at/ })).toBeNull();
});

test('a device link keeps the words of its page', async () => {
  const answers = [refuses(confirmDeviceEmail, 'server_is_wrong')];
  await openScreen('/devices/confirm-email/MQ/token?sid=RVU', answers, { as: null, site });
  expect(await screen.findByRole('heading', { name: 'Email confirmation link invalid' })).toBeTruthy();
  expect(screen.getByText('Server location parameter is invalid.')).toBeTruthy();
});

test.each([
  [acceptConnection, '/connections/accept/MTU/token?sid=RVU'],
  [acceptGroup, '/sharegroup/accept/MTU/token?sid=RVU'],
] as const)(
  'an invitation of the other region says so and leads nowhere, because whoever is signed in here lives here',
  async (route, address) => {
    await openScreen(address, [refuses(route, 'server_is_wrong')], { site });
    expect(await screen.findByText('The users are from different regions: EU and non-EU.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /eu\.cusp\.example/ })).toBeNull();
  },
);

test('a shared page that was opened before its case moved leads to the other region at the next download', async () => {
  const reply = sharing.sharedCase.reply as ReplyFrom<typeof sharedCase>;
  const network = await openScreen('/share/case?sid=VVM#token', [replies(sharedCase, reply)], {
    as: null,
    site,
  });
  const [download] = await screen.findAllByRole('button', { name: /download/i });
  for (const route of [sharedCase, sharedFileUrls, sharedZipUrl])
    network.answer(refuses(route, 'server_is_wrong'));
  await userEvent.click(download as HTMLElement);
  expect(await screen.findByRole('link', { name: 'Open at eu.cusp.example' })).toBeTruthy();
});
