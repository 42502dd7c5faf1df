import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { Feature } from '@cusp/contract/partner-features';
import {
  changeFeature,
  FEATURE_TIMEOUT_MS,
  FEATURES_DEFAULT_SORT,
  listFeatures,
  removeFeatures,
} from '@cusp/contract/partner-features.routes';
import { Button, Switch } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { type SelectedRows, useSelectedRows } from '../../../ui/data-list/use-selected-rows.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { DEVICE_LISTS } from '../devices/device-lists.ts';
import classes from './features.module.css';

/** Every partner feature, with its switch; selected ones can be removed. */
export function FeatureList() {
  const { t } = useTranslation('admin-features');
  const state = useListState({ defaultSort: FEATURES_DEFAULT_SORT });
  const selected = useSelectedRows<Feature>();
  const columns = useColumns();
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const query = useCall(listFeatures, { query: wire }, ['admin-features', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      label={t('title')}
      columns={columns}
      idOf={({ id }) => id}
      state={state}
      query={listQuery(query, ({ features }) => features)}
      searchLabel={t('search')}
      empty={{ icon: <IconPuzzle size={22} />, title: t('empty'), text: t('emptyText') }}
      selection={{ selected, nameOf: ({ udi }) => udi, actions: <RemoveButton selected={selected} /> }}
    />
  );
}

function useColumns(): Column<Feature>[] {
  const { t } = useTranslation('admin-features');
  const format = useFormat();
  return [
    {
      key: 'udi',
      label: t('columns.udi'),
      sortBy: 'udi',
      isName: true,
      cell: ({ udi }) => <UdiText udi={udi} />,
    },
    {
      key: 'option',
      label: t('columns.option'),
      sortBy: 'option',
      cell: (feature) => <FeatureSwitch feature={feature} />,
    },
    {
      key: 'updated',
      label: t('columns.updated'),
      sortBy: 'updated',
      isNumber: true,
      cell: ({ updated_at }) => format.dateTime(updated_at),
    },
    { key: 'by', label: t('columns.by'), cell: ({ updated_by }) => updated_by },
  ];
}

function RemoveButton({ selected }: { selected: SelectedRows<Feature> }) {
  const { t } = useTranslation('admin-features');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const remove = useSubmit(removeFeatures, { stale: DEVICE_LISTS });
  const askAndRemove = async () => {
    const udis = [...selected.rows.values()].map(({ udi }) => udi);
    const title = t('remove.title', { number: udis.length });
    if (!(await confirm({ title, content: t('remove.text'), ok: t('remove.action'), danger: true }))) return;
    remove.mutate(
      { body: { udis } },
      {
        onSuccess: ({ deleted }) => {
          selected.clear();
          toastDone(t('removed', { number: deleted }));
        },
        onError: (error) => toastError(errorText(words, error)),
      },
    );
  };
  return (
    <Button
      color="red"
      variant="light"
      size="xs"
      loading={remove.isPending}
      onClick={() => void askAndRemove()}
    >
      {t('remove.action')}
    </Button>
  );
}

/** Turns the feature of a device on or off; shows the new state immediately and reverts it if the change fails. */
function FeatureSwitch({ feature }: { feature: Feature }) {
  const { t } = useTranslation('admin-features');
  const { option, isPending, change } = useFeatureOption(feature);
  return (
    <Switch
      checked={option}
      aria-label={t('optionOf', { udi: feature.udi })}
      aria-busy={isPending}
      classNames={{ label: classes.option }}
      label={option ? t('yes') : t('no')}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

type Features = ReplyFrom<typeof listFeatures>;
/** The option of a feature: the requested one while the request runs, otherwise the stored one. */
function useFeatureOption(feature: Feature) {
  const { t } = useTranslation('admin-features');
  const { t: words } = useTranslation('errors');
  const queries = useQueryClient();
  const [wish, setWish] = useState<boolean | null>(null);

  const textOf = (error: unknown, isTimeout: boolean): string => {
    if (isTimeout) return t('timeout', { id: feature.id });
    if (error instanceof ApiError && error.code === 'conflict' && error.changedBy)
      return t('changedBy', { name: error.changedBy });
    return errorText(words, error);
  };

  const change = async (option: boolean): Promise<void> => {
    if (wish !== null) return;
    setWish(option);
    const signal = AbortSignal.timeout(FEATURE_TIMEOUT_MS);
    const input = { params: { id: feature.id }, body: { option, version: feature.version } };
    try {
      const after = await call(changeFeature, input, { signal });
      queries.setQueriesData<Features>({ queryKey: ['admin-features'] }, (list) => {
        const replaced = (row: Feature) => (row.id === after.id ? after : row);
        return list && { ...list, features: list.features.map(replaced) };
      });
    } catch (error) {
      toastError(textOf(error, signal.aborted));
    } finally {
      // Also after a failure: another user was faster, or the reply was lost.
      for (const queryKey of DEVICE_LISTS) void queries.invalidateQueries({ queryKey });
      setWish(null);
    }
  };
  return { option: wish ?? feature.option, isPending: wish !== null, change };
}
