import type { Feature } from '@cusp/contract/partner-features';
import { FEATURES_DEFAULT_SORT, listFeatures, removeFeatures } from '@cusp/contract/partner-features.routes';
import { Button } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { type Selection, useSelection } from '../../../ui/data-list/use-selection.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { FeatureSwitch } from './FeatureSwitch.tsx';
import { FEATURE_LISTS } from './feature-lists.ts';

/** Every partner feature, with its switch; selected ones can be removed. */
export function FeatureList() {
  const { t } = useTranslation('admin-features');
  const state = useListState({ defaultSort: FEATURES_DEFAULT_SORT });
  const selected = useSelection<Feature>();
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

function RemoveButton({ selected }: { selected: Selection<Feature> }) {
  const { t } = useTranslation('admin-features');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const remove = useSubmit(removeFeatures, { stale: FEATURE_LISTS });
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
