import { expect, test } from 'vitest';
import { adviceOn, isLocation } from './AcceptLink.tsx';

test.each([btoa('EU'), btoa('US'), 'VVM'])('isLocation accepts %j', (sid) =>
  expect(isLocation(sid)).toBe(true),
);

test.each(['', 'VV', 'V', 'nonsense', '%', 'RVU>', btoa('eu')])('isLocation refuses %j', (sid) =>
  expect(isLocation(sid)).toBe(false),
);

test('adviceOn names the next step for a link that does not work', () => {
  expect(adviceOn('invalid_token')).toBe('linkHint');
  expect(adviceOn('not_found')).toBe('linkHint');
  expect(adviceOn('no_server_location')).toBe('linkHint');
  expect(adviceOn('request_needed')).toBe('requestHint');
  for (const code of [
    'no_permission',
    'server_is_wrong',
    'request_already_accepted',
    'internal',
    null,
  ] as const)
    expect(adviceOn(code)).toBeNull();
});
