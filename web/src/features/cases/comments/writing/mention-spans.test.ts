import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit, type MentionText, matchesQuery, mention, trimmed, wordAt } from './mention-spans.ts';

const people = [
  { user_id: 1, name: 'Anna Berg' },
  { user_id: 2, name: 'Jo' },
  { user_id: 3, name: '김민준' },
];
const wordsOf = ({ text, mentions }: MentionText) =>
  mentions.map(({ user_id, start, length }) => [user_id, text.slice(start, start + length)]);

/** An arbitrary text with mentions, made the way users make them. */
const written = fc
  .array(fc.tuple(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '.', '@') }), fc.nat(2)), {
    maxLength: 5,
  })
  .map((parts) =>
    parts.reduce<MentionText>(
      (before, [text, who]) => {
        const typed = applyEdit(before, `${before.text}${text} @`);
        const person = people[who];
        if (!person) throw new Error('known');
        return mention(typed, { start: typed.text.length - 1, query: '' }, person).written;
      },
      { text: '', mentions: [] },
    ),
  );

test('editing keeps every mention at its name', () => {
  fc.assert(
    fc.property(written, fc.nat(), fc.nat(9), fc.string({ maxLength: 5 }), (before, at, gone, put) => {
      const start = at % (before.text.length + 1);
      const text = before.text.slice(0, start) + put + before.text.slice(start + gone);
      const after = applyEdit(before, text);
      expect(after.text).toBe(text);
      const names = new Map(people.map(({ user_id, name }) => [user_id, `@${name}`]));
      for (const [who, word] of wordsOf(after)) expect(word).toBe(names.get(Number(who)));
      const untouched = before.mentions.filter(
        (each) => each.start + each.length <= start || each.start >= start + gone,
      );
      expect(after.mentions.length).toBeGreaterThanOrEqual(untouched.length);
    }),
  );
});

test('trimming removes surrounding whitespace and keeps every mention at its name', () => {
  fc.assert(
    fc.property(written, (before) => {
      const later = applyEdit(before, `${before.text} \n`);
      const sent = trimmed(applyEdit(later, `\n ${later.text}`));
      expect(sent.text).toBe(sent.text.trim());
      expect(wordsOf(sent)).toEqual(wordsOf(before));
    }),
  );
});

describe('the word at the caret that may become a mention', () => {
  const plain = (text: string) => ({ text, mentions: [] });
  test.each([
    ['Hi @', 4, { start: 3, query: '' }],
    ['Hi @An', 6, { start: 3, query: 'An' }],
    ['Hi @Anna B', 10, { start: 3, query: 'Anna B' }],
    ['(@jo', 4, { start: 1, query: 'jo' }],
  ])('wordAt finds the mention being typed in %s at %i', (text, caret, word) =>
    expect(wordAt(plain(text), caret)).toEqual(word),
  );

  test.each([
    ['a mail address', 'ada@clinic', 10],
    ['another line', '@An\nna', 6],
    ['the caret before it', '@Anna', 0],
    ['a blank at once', '@ Anna', 4],
    ['nothing', 'Anna', 4],
  ])('wordAt finds no mention for %s', (_, text, caret) => expect(wordAt(plain(text), caret)).toBeNull());

  test('wordAt finds no mention inside an existing one', () => {
    const made = mention(plain('@an'), { start: 0, query: 'an' }, { user_id: 1, name: 'Anna Berg' });
    expect(made).toMatchObject({ written: { text: '@Anna Berg ' }, caret: 11 });
    expect(wordAt(made.written, 5)).toBeNull();
  });
});

test.each([
  ['Łukasz Nowak', 'now', true],
  ['Zoë Ärmel', 'arm', true],
  ['Minjun Kim', 'inj', false],
  ['Anna Berg', 'Anna B', true],
  ['김민준', '김민', true],
  ['Anna', '', true],
])('isMeant: %s matches %s is %s', (name, query, is) => expect(matchesQuery(name, query)).toBe(is));
