import type { UserSettings } from '@cusp/contract/identity';
import { editSettings } from '@cusp/contract/profile.routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateUser, useUser } from '../../client/session/session-store.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastDone, toastError } from '../../ui/toast.ts';

/** The settings that are saved by the screen's button. */
type Saved = Pick<
  UserSettings,
  | 'use_auto_refresh'
  | '_3d_projection'
  | 'post_publish_email'
  | 'post_edit_email'
  | 'comment_add_email'
  | 'comment_edit_email'
  | 'inbox_off'
  | 'push_kinds'
>;
type Draft = Partial<Saved>;

/** The part of a draft that differs from the saved settings; lists are compared by their entries in any order. */
export const changesOf = (saved: Saved, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([key, value]) => wordsOf(saved[key as keyof Saved]) !== wordsOf(value)),
  );

const wordsOf = (value: Saved[keyof Saved]): string =>
  typeof value === 'object' ? value.toSorted().join() : String(value);

/** The settings on the screen: the saved ones with unsaved changes. */
export function useSettingsDraft() {
  const { t } = useTranslation('settings');
  const { t: errors } = useTranslation('errors');
  const user = useUser();
  const [draft, setDraft] = useState<Draft>({});
  const changes = changesOf(user.settings, draft);
  const save = useSubmit(editSettings, {
    onSuccess: (settings) => {
      updateUser({ ...user, settings });
      // Keeps changes made during the save.
      setDraft((now) => changesOf(settings, now));
      toastDone(t('saved'));
    },
    onError: (error) => toastError(errorText(errors, error)),
  });
  return {
    values: { ...user.settings, ...draft } satisfies UserSettings,
    set: (change: Draft) => setDraft((before) => ({ ...before, ...change })),
    isChanged: Object.keys(changes).length > 0,
    isSaving: save.isPending,
    cancel: () => setDraft({}),
    save: () => save.mutate({ body: changes }),
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
