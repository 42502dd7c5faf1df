import { expect, test } from 'vitest';
import { changesOf } from './use-settings-draft.ts';

const saved = {
  use_auto_refresh: true,
  _3d_projection: 'perspective',
  post_publish_email: true,
  post_edit_email: true,
  comment_add_email: true,
  comment_edit_email: false,
} as const;

test('switching a setting there and back is no change', () => {
  expect(changesOf(saved, {})).toEqual({});
  expect(changesOf(saved, { ...saved })).toEqual({});
  expect(changesOf(saved, { use_auto_refresh: true, comment_edit_email: true })).toEqual({
    comment_edit_email: true,
  });
});
