import type { CaseListItem } from '@cusp/contract/case-list';
import { orderForms } from '@cusp/contract/order-form.routes';
import { nameOrder } from '@cusp/text/names';
import { Alert, Button, Group, Progress, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../../client/call.ts';
import { localTimeZone } from '../../../client/local-time.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FilePreview, type Previewed } from '../../files/files.offers.tsx';
import { actionsOf, type BulkChange, type Checked, hindranceOf } from './bulk-plan.ts';
import { LeftOut } from './LeftOut.tsx';
import { useChecked, useRun } from './use-bulk.ts';

interface BulkDialogProps {
  kind: BulkChange['kind'];
  items: readonly CaseListItem[];
  /** With the cases that were tried and not changed; null if none was tried. */
  onClose(left: ReadonlySet<number> | null): void;
}

const NOBODY = 'nobody';

/** The texts of each kind; `idle` names the button as long as it can do nothing. */
const TEXTS = {
  status: {
    title: 'bulk.status',
    will: 'bulk.willChange',
    idle: 'detail.changeStatus',
    apply: 'bulk.apply',
    done: 'bulk.changed',
    none: 'bulk.none_status',
  },
  assignee: {
    title: 'bulk.assignee',
    will: 'bulk.willChange',
    idle: 'bulk.assign',
    apply: 'bulk.apply',
    done: 'bulk.changed',
    none: 'bulk.none_assignee',
  },
  download: {
    title: 'bulk.downloads',
    will: 'bulk.willDownload',
    idle: 'bulk.download',
    apply: 'bulk.applyDownload',
    done: 'bulk.downloaded',
    none: 'bulk.none_download',
  },
  forms: {
    title: 'bulk.formsOf',
    will: 'bulk.willPrint',
    idle: 'bulk.applyForms',
    apply: 'bulk.applyForms',
    done: 'bulk.changed',
    none: 'bulk.none_download',
  },
} as const satisfies Record<BulkChange['kind'], object>;

/** One PDF with the order forms of these cases, in the language of the page and the time zone of the browser. */
function formsOf(nos: readonly string[], language: string, name: string): Previewed {
  const query = { nos: nos.join(','), language, tz: localTimeZone() };
  const url = urlOf(orderForms, { query: { ...query, inline: '1' } });
  return { key: url, name, kind: 'pdf', url, tabUrl: url, saveUrl: urlOf(orderForms, { query }) };
}

/** Applies one change to several cases: the possible ones, progress, and a summary. */
export default function BulkDialog({ kind, items, onClose }: BulkDialogProps) {
  const { t, i18n } = useTranslation(['cases', 'common']);
  const texts = TEXTS[kind];
  const isChosen = kind === 'status' || kind === 'assignee';
  const { t: dental } = useTranslation('dental');
  const [chosen, setChosen] = useState<string | null>(null);
  const { checked, people, isComplete } = useChecked(items, kind === 'assignee');
  const { state, outcomes, run, stop } = useRun();
  const [forms, setForms] = useState<Previewed | null>(null);
  const change = useMemo((): BulkChange | null => {
    if (kind === 'download' || kind === 'forms') return { kind };
    if (chosen === null) return null;
    if (kind === 'assignee') return { kind, id: chosen === NOBODY ? null : Number(chosen) };
    const action = actionsOf(checked.values()).find((each) => each === chosen);
    return action ? { kind, action } : null;
  }, [kind, chosen, checked]);

  const byName = nameOrder(i18n.language);
  const options =
    kind === 'status'
      ? actionsOf(checked.values()).map((action) => ({ value: action, label: dental(`actions.${action}`) }))
      : (people ?? []).length === 0
        ? []
        : [
            { value: NOBODY, label: t('detail.nobody') },
            ...(people ?? [])
              .map(({ user_id, name }) => ({ value: String(user_id), label: name }))
              .sort((one, other) => byName(one.label, other.label)),
          ];
  const hindered = change
    ? items.flatMap((item) => {
        const found = checked.get(item.id);
        const hindrance =
          found === undefined ? null : hindranceOf(found, change, Number(item.files_count) > 0);
        return hindrance ? [{ item, reason: hindrance }] : [];
      })
    : [];
  const failed = items.flatMap((item) => {
    const outcome = outcomes.get(item.id);
    return outcome ? [{ item, reason: outcome }] : [];
  });
  const unclear = failed.filter(({ reason }) => reason === 'unclear');
  const unchanged = [...failed.filter(({ reason }) => reason !== 'unclear'), ...hindered];
  const isHindered = new Set(hindered.map(({ item }) => item.id));
  const possible: Exclude<Checked, string>[] = items.flatMap(({ id }) => {
    const found = checked.get(id);
    return change && typeof found === 'object' && !isHindered.has(id) ? [found] : [];
  });
  const done = [...outcomes.values()].filter((outcome) => outcome === null).length;
  const isRunning = state === 'running';
  const close = () => onClose(done > 0 ? new Set(failed.map(({ item }) => item.id)) : null);
  if (forms) return <FilePreview file={forms} opened onClose={() => onClose(new Set())} />;
  return (
    <CuspModal
      opened
      onClose={close}
      size={480}
      title={t(texts.title, { count: items.length })}
      closeOnEscape={!isRunning}
      closeOnClickOutside={!isRunning}
      withCloseButton={!isRunning}
    >
      <Stack gap="md">
        {state === 'ready' && !isComplete && (
          <Progress value={(checked.size / items.length) * 100} aria-label={t('bulk.checking')} />
        )}
        {state === 'ready' && isComplete && (isChosen ? options.length : possible.length) === 0 && (
          <Alert color="gray">{t(texts.none)}</Alert>
        )}
        {state === 'ready' && isComplete && isChosen && options.length > 0 && (
          <Select
            data-autofocus
            label={t(kind === 'status' ? 'bulk.newStatus' : 'detail.assignee')}
            searchable={kind === 'assignee'}
            allowDeselect={false}
            nothingFoundMessage={t('filter.nobody')}
            data={options}
            value={chosen}
            onChange={setChosen}
          />
        )}
        <div role="status">
          {state === 'ready' &&
            change &&
            isComplete &&
            possible.length > 0 &&
            t(texts.will, { count: possible.length })}
          {isRunning && t('bulk.progress', { done: outcomes.size, total: possible.length })}
          {state === 'done' && t(texts.done, { count: done })}
        </div>
        {isRunning && (
          <Progress value={(outcomes.size / possible.length) * 100} aria-label={t('bulk.running')} />
        )}
        {isComplete && state === 'ready' && hindered.length > 0 && (
          <LeftOut title={t('bulk.leftOut', { count: hindered.length })} rows={hindered} />
        )}
        {state === 'done' && (
          <>
            <LeftOut title={t('bulk.unclear')} rows={unclear} />
            <LeftOut title={t('bulk.notChanged', { count: unchanged.length })} rows={unchanged} />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {state === 'ready' && (
            <>
              <Button variant="default" onClick={close}>
                {t('common:cancel')}
              </Button>
              {kind === 'forms' && isComplete && possible.length > 0 ? (
                <Button
                  onClick={() =>
                    setForms(
                      formsOf(
                        possible.map(({ no }) => no),
                        i18n.language,
                        t(texts.title, { count: possible.length }),
                      ),
                    )
                  }
                >
                  {t(texts.apply, { count: possible.length })}
                </Button>
              ) : (
                <Button
                  disabled={!change || !isComplete || possible.length === 0}
                  onClick={() => change && void run(change, possible)}
                >
                  {possible.length === 0 ? t(texts.idle) : t(texts.apply, { count: possible.length })}
                </Button>
              )}
            </>
          )}
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {t('bulk.stop')}
            </Button>
          )}
          {state === 'done' && <Button onClick={close}>{t('common:close')}</Button>}
        </Group>
      </Stack>
    </CuspModal>
  );
}
