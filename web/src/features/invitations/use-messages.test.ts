import { expect, test } from 'vitest';
import { ApiError } from '../../client/api-error.ts';
import { doneText, lineText, refusalText } from './use-messages.ts';

const TEXTS: Record<string, string> = {
  request_email_sent: 'Sent',
  email_same_as_members: 'Member already',
  not_same_region: 'Another region',
  not_an_email: 'No address',
  no_permission: 'Not you',
};
const messages = (key: string) => TEXTS[key];
const general = () => 'General text';

test('doneText uses the screen’s text, or an unknown detail as it is', () => {
  expect(doneText(messages, 'request email sent')).toBe('Sent');
  expect(doneText(messages, 'something new')).toBe('something new');
  expect(doneText(messages, 'toString')).toBe('toString');
  expect(doneText(messages, undefined)).toBe('');
});

test('refusalText uses the screen’s text, else the general one, else the detail', () => {
  const refused = (code: string, detail = '', status = 400) =>
    refusalText(messages, general, new ApiError(status, { code: code as 'no_permission', detail }));
  expect(refused('no_permission')).toBe('Not you');
  expect(refused('too_many_requests')).toBe('General text');
  expect(refused('offline', '', 0)).toBe('General text');
  expect(refused('a_code_of_tomorrow', 'Come back tomorrow')).toBe('Come back tomorrow');
  expect(refusalText(messages, general, new Error('boom'))).toBe('General text');
});

test('lineText finds a line of the validation call by its detail', () => {
  expect(lineText(messages, "email same as member's")).toBe('Member already');
  expect(lineText(messages, 'user not in the same region')).toBe('Another region');
  expect(lineText(messages, 'Enter a valid email address.')).toBe('No address');
  expect(lineText(messages, 'something new')).toBe('something new');
});
