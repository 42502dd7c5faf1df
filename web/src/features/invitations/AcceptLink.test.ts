import { expect, test } from 'vitest';
import { adviceOn } from './AcceptLink.tsx';

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
