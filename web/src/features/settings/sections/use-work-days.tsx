import type { ReplyFrom } from '@cusp/contract/endpoints';
import {
  MAX_PRODUCTION_DAYS,
  MAX_SHIPPING_DAYS,
  setWorkCalendar,
  showWorkCalendar,
} from '@cusp/contract/work-calendar.routes';
import { Button, NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../../client/session/ChangeableBy.tsx';
import { type CuspKey, useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { ClosedDays, Weekdays } from './WorkDayFields.tsx';
import { proposedZone, WorkZone } from './WorkZone.tsx';

const KEY: CuspKey = ['group', 'work-calendar'];
type Stored = ReplyFrom<typeof showWorkCalendar>;
type Calendar = Stored['calendar'];

/**
 * Working days of the practice and the time its work takes. It has a separate save button, because all members share
 * it.
 */
export function useWorkDaysSection(): { section: SettingSection; isUnsaved: boolean } {
  const { t } = useTranslation('settings');
  const { t: errors } = useTranslation('errors');
  const query = useCall(showWorkCalendar, {}, KEY);
  const stored = query.data;
  /** The changed values, and the version on which they are based or that saving them created. */
  const [draft, setDraft] = useState<{ version: number; calendar: Calendar; isSaved?: true } | null>(null);
  const latest = useLatest(() => draft);
  const save = useSubmit(setWorkCalendar, { stale: [KEY] });
  const title = t('work.title');
  if (!stored) {
    const section: SettingSection = {
      key: 'work',
      title,
      rows: query.error
        ? [
            {
              key: 'work-failed',
              label: t('work.failed'),
              text: errorText(errors, query.error),
              place: 'beside',
              control: (ids) => (
                <Button {...ids} variant="default" size="xs" onClick={() => void query.refetch()}>
                  {t('work.retry')}
                </Button>
              ),
            },
          ]
        : [],
    };
    return { section, isUnsaved: false };
  }
  // A change saved by another user replaces one's own unsaved one, which the server would refuse.
  const isLatest = draft !== null && draft.version >= stored.version;
  // Saved values are shown until they have been reloaded, which may fail, and further changes are based on them.
  const own = isLatest && !(draft.isSaved && draft.version === stored.version) ? draft : null;
  const start: Calendar = { ...stored.calendar, zone: proposedZone(stored) };
  const { calendar, version } = own ?? { calendar: start, version: stored.version };
  const change = (more: Partial<Calendar>) => setDraft({ version, calendar: { ...calendar, ...more } });
  const differsFrom = (other: Calendar) =>
    !own?.isSaved && JSON.stringify(calendar) !== JSON.stringify(other);
  const isUnsaved = differsFrom(start) && !save.isPending;
  const isChanged = differsFrom(stored.calendar);
  const submit = () =>
    save.mutate(
      { body: { calendar, version } },
      {
        onSuccess: (saved) => {
          // Changes made during the save stay, and are saved on top of it.
          const isSame = latest() === draft;
          setDraft({
            calendar: latest()?.calendar ?? calendar,
            version: saved.version,
            ...(isSame && { isSaved: true }),
          });
          toastDone(t('work.saved'));
        },
        onError: (error) => {
          toastError(errorText(errors, error));
          if (error.code === 'work_calendar_changed') void query.refetch();
        },
      },
    );
  const may = (control: ReactNode) => (
    <ChangeableBy route={setWorkCalendar}>
      <fieldset disabled={!stored.may_change} style={{ display: 'contents' }}>
        {control}
      </fieldset>
    </ChangeableBy>
  );
  const days = (name: 'production' | 'shipping', max: number) => ({
    key: `work-${name}`,
    label: t(`work.${name}.label`),
    text: t(`work.${name}.text`),
    place: 'field' as const,
    control: (ids: object) =>
      may(
        <NumberInput
          {...ids}
          value={calendar[`${name}Days`]}
          onChange={(value) => change({ [`${name}Days`]: Math.min(Math.floor(Number(value) || 0), max) })}
          min={0}
          max={max}
          clampBehavior="strict"
          allowDecimal={false}
          maw={120}
        />,
      ),
  });
  const section: SettingSection = {
    key: 'work',
    title,
    rows: [
      {
        key: 'work-zone',
        label: t('work.zone.label'),
        text: t('work.zone.text'),
        place: 'field',
        control: (ids) =>
          may(
            <WorkZone ids={ids} stored={stored} zone={calendar.zone} onChange={(zone) => change({ zone })} />,
          ),
      },
      {
        key: 'work-days',
        label: t('work.days.label'),
        text: t('work.days.text'),
        place: 'field',
        control: (ids) =>
          may(
            <Weekdays ids={ids} chosen={calendar.workDays} onChange={(workDays) => change({ workDays })} />,
          ),
      },
      {
        key: 'work-closed',
        label: t('work.closed.label'),
        text: t('work.closed.text'),
        place: 'field',
        control: (ids) =>
          may(
            <ClosedDays
              describedBy={ids['aria-describedby']}
              days={calendar.closedDays}
              mayChange={stored.may_change}
              onChange={(closedDays) => change({ closedDays })}
            />,
          ),
      },
      days('production', MAX_PRODUCTION_DAYS),
      days('shipping', MAX_SHIPPING_DAYS),
      {
        key: 'work-save',
        label: t('work.whom.label'),
        text: stored.may_change ? t('work.whom.text') : t('work.ownerOnly'),
        place: 'beside',
        control: (ids) =>
          may(
            <Button
              aria-describedby={ids['aria-describedby']}
              size="sm"
              variant="default"
              loading={save.isPending}
              disabled={!isChanged || calendar.workDays.length === 0}
              onClick={submit}
            >
              {t('work.save')}
            </Button>,
          ),
      },
    ],
  };
  return { section, isUnsaved };
}
