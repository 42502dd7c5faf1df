import { expect, test } from 'vitest';
import { changesOf } from './use-settings-draft.ts';

const saved: Parameters<typeof changesOf>[0] = {
  use_auto_refresh: true,
  _3d_projection: 'perspective',
  post_publish_email: true,
  post_edit_email: true,
  comment_add_email: true,
  comment_edit_email: false,
  inbox_off: ['comment', 'deadline'],
  push_kinds: [],
};

test('switching a setting there and back is no change', () => {
  expect(changesOf(saved, {})).toEqual({});
  expect(changesOf(saved, { ...saved })).toEqual({});
  expect(changesOf(saved, { use_auto_refresh: true, comment_edit_email: true })).toEqual({
    comment_edit_email: true,
  });
  expect(changesOf(saved, { inbox_off: ['deadline', 'comment'] })).toEqual({});
  expect(changesOf(saved, { inbox_off: [] })).toEqual({ inbox_off: [] });
});
