import { INBOX_KINDS, type InboxKind } from '@cusp/contract/inbox.routes';
import { editSettings } from '@cusp/contract/profile.routes';
import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../../client/session/ChangeableBy.tsx';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import type { SettingsDraft } from '../use-settings-draft.ts';

/** Live updates. */
export function useViewSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  return {
    key: 'view',
    title: t('groups.view'),
    rows: [
      {
        key: 'autoRefresh',
        label: t('autoRefresh.label'),
        text: t('autoRefresh.text'),
        place: 'beside',
        control: (ids) => (
          <ChangeableBy route={editSettings}>
            <Switch
              {...ids}
              checked={values.use_auto_refresh}
              onChange={(event) => set({ use_auto_refresh: event.currentTarget.checked })}
            />
          </ChangeableBy>
        ),
      },
    ],
  };
}

const MAILS = ['post_publish_email', 'post_edit_email', 'comment_add_email', 'comment_edit_email'] as const;

/** Mail notifications. */
export function useNotificationsSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  return {
    key: 'notifications',
    title: t('groups.notifications'),
    rows: MAILS.map((mail) => ({
      key: mail,
      label: t(`${mail}.label`),
      text: t(`${mail}.text`),
      place: 'beside',
      control: (ids) => (
        <ChangeableBy route={editSettings}>
          <Switch
            {...ids}
            checked={values[mail]}
            onChange={(event) => set({ [mail]: event.currentTarget.checked })}
          />
        </ChangeableBy>
      ),
    })),
  };
}

/** A switch for each kind of notice; `has` and `put` read and write one. */
function useKindRows(
  prefix: string,
  { has, put }: { has(kind: InboxKind): boolean; put(kind: InboxKind, on: boolean): void },
): SettingSection['rows'] {
  const { t } = useTranslation('settings');
  return INBOX_KINDS.map((kind) => ({
    key: `${prefix}-${kind}`,
    label: t(`inbox.${kind}.label`),
    text: t(`inbox.${kind}.text`),
    place: 'beside',
    control: (ids) => (
      <ChangeableBy route={editSettings}>
        <Switch {...ids} checked={has(kind)} onChange={(event) => put(kind, event.currentTarget.checked)} />
      </ChangeableBy>
    ),
  }));
}

const without = (kinds: readonly InboxKind[], kind: InboxKind) => kinds.filter((each) => each !== kind);

/** Events that create notices in the inbox. */
export function useInboxSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  const { inbox_off: off } = values;
  const rows = useKindRows('inbox', {
    has: (kind) => !off.includes(kind),
    put: (kind, on) => set({ inbox_off: on ? without(off, kind) : [...off, kind] }),
  });
  return { key: 'inbox', title: t('groups.inbox'), rows };
}

/** Events that browsers show as notifications. */
export function useNotificationKinds({ values, set }: SettingsDraft): SettingSection['rows'] {
  const { push_kinds: kinds } = values;
  return useKindRows('push', {
    has: (kind) => kinds.includes(kind),
    put: (kind, on) => set({ push_kinds: on ? [...kinds, kind] : without(kinds, kind) }),
  });
}

const PROJECTIONS = ['perspective', 'parallel'] as const;

/** How the viewer renders scans. */
export function useThreeSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  const choices = PROJECTIONS.map((value) => ({ value, label: t(`projection.${value}`) }));
  return {
    key: 'three',
    title: t('groups.three'),
    rows: [
      {
        key: 'projection',
        label: t('projection.label'),
        text: t('projection.text'),
        words: choices.map(({ label }) => label),
        place: 'field',
        control: (ids) => (
          <ChangeableBy route={editSettings}>
            <Select
              {...ids}
              aria-label={t('projection.label')}
              data={choices}
              value={values._3d_projection}
              onChange={(value) => value && set({ _3d_projection: value })}
              allowDeselect={false}
            />
          </ChangeableBy>
        ),
      },
    ],
  };
}
