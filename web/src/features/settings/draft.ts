import type { UserSettings } from '@cusp/contract/identity';

/** The settings that are saved by the screen's button. */
type Saved = Pick<
  UserSettings,
  | 'use_auto_refresh'
  | '_3d_projection'
  | 'post_publish_email'
  | 'post_edit_email'
  | 'comment_add_email'
  | 'comment_edit_email'
>;
export type Draft = Partial<Saved>;

/** The part of a draft that differs from what is saved. */
export const changesOf = (saved: Saved, draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([key, value]) => saved[key as keyof Saved] !== value));
