// @vitest-environment happy-dom
import { activate, validateResetToken } from '@cusp/contract/accounts.routes';
import { acceptConnection } from '@cusp/contract/connections.routes';
import { confirmDeviceEmail } from '@cusp/contract/devices.routes';
import { acceptGroup } from '@cusp/contract/share-groups.routes';
import { sharedCase } from '@cusp/contract/sharing.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { refuses } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const OTHER = 'https://eu.cusp.example';
const site = { server_loc: 'US', other_region_url: OTHER } as const;

const LEFT_BEHIND = [
  ['activation', activate, '/activate/MTU/token', ''],
  ['reset', validateResetToken, '/password-reset/token', ''],
] as const;
const TAKEN_ALONG = [
  ['share', sharedCase, '/share/case', '#token'],
  ['device', confirmDeviceEmail, '/devices/confirm-email/MQ/token', ''],
] as const;

test.each([...LEFT_BEHIND, ...TAKEN_ALONG])(
  '%s link of the other region leads to the same page there',
  async (_kind, route, path, hash) => {
    const address = `${path}?sid=RVU${hash}`;
    const network = await openScreen(address, [refuses(route, 'server_is_wrong')], { as: null, site });
    const link = await screen.findByRole('link', { name: 'Open at eu.cusp.example' });
    expect(link.getAttribute('href')).toBe(OTHER + address);
    expect(JSON.stringify(network.sent)).toContain('RVU');
  },
);

test.each(LEFT_BEHIND)(
  '%s link of a person who moved leads to the other sign-in',
  async (_kind, route, path, hash) => {
    const answers = [refuses(route, 'server_is_wrong')];
    await openScreen(`${path}?sid=VVM${hash}`, answers, { as: null, site });
    const link = await screen.findByRole('link', { name: 'Open at eu.cusp.example' });
    expect(link.getAttribute('href')).toBe(`${OTHER}/login`);
  },
);

test.each(TAKEN_ALONG)('%s link that moved leads to itself there', async (_kind, route, path, hash) => {
  await openScreen(`${path}?sid=VVM${hash}`, [refuses(route, 'server_is_wrong')], { as: null, site });
  const link = await screen.findByRole('link', { name: 'Open at eu.cusp.example' });
  expect(link.getAttribute('href')).toBe(`${OTHER}${path}?sid=RVU${hash}`);
});

test('without another region there is only the reason', async () => {
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
] as const)('an invitation of the other region says so and leads there', async (route, address) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openScreen(address, [refuses(route, 'server_is_wrong')], { site });
  expect(await screen.findByText('The users are from different regions: EU and non-EU.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open at eu.cusp.example' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(OTHER + address));
});
