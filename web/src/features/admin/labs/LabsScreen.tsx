import { PAGES } from '@cusp/contract/pages';
import { listStaffLabs, STAFF_LABS_DEFAULT_SORT } from '@cusp/contract/staff-labs.routes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { IconLab } from '../../../dental-ui/icons.tsx';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import classes from './labs.module.css';
import { useLabColumns } from './use-lab-columns.tsx';

/** All labs: search, edit and remove; register one. */
export default function LabsScreen() {
  const { t } = useTranslation('admin-labs');
  const state = useListState({ defaultSort: STAFF_LABS_DEFAULT_SORT });
  const columns = useLabColumns();
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const labs = useCall(listStaffLabs, { query: wire }, ['admin-labs', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={`${classes.page} ${classes.list}`}>
      <PageHeader title={t('title')}>
        <Button component={Link} to={PAGES.admNewLab} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('register')}
        </Button>
      </PageHeader>
      <DataList
        label={t('title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(labs, ({ labs }) => labs)}
        searchLabel={t('search')}
        searchHint={t('searchHint')}
        empty={{ icon: <IconLab size={22} />, title: t('empty.title'), text: t('empty.text') }}
      />
    </div>
  );
}
