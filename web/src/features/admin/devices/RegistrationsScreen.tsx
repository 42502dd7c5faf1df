import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { WaitingRegistration } from '@cusp/contract/staff-registrations';
import {
  discardUserRegistration,
  listUserRegistrations,
  resendUserRegistration,
  type USER_REGISTRATION_SORTS,
  USER_REGISTRATIONS_DEFAULT_SORT,
} from '@cusp/contract/staff-registrations.routes';
import { Button, Group, Tabs } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ApiError } from '../../../client/api-error.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { DeviceLink } from './DeviceLink.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';

const WAITING = 'waiting';

/** The devices that customers have registered, and the registrations that wait for their confirmation. */
export default function RegistrationsScreen() {
  const { t } = useTranslation('staff-devices');
  const [params, setParams] = useSearchParams();
  const isWaiting = params.get('tab') === WAITING;
  return (
    <div className={classes.page}>
      <PageHeader title={t('registrations.title')} />
      <Tabs
        value={isWaiting ? WAITING : 'registered'}
        // Search, sort and page belong to one of the lists, so the other one starts from its first page.
        onChange={(tab) => setParams(tab === WAITING ? { tab } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="registered">{t('registrations.registered')}</Tabs.Tab>
          <Tabs.Tab value={WAITING}>{t('registrations.waiting')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="registered">
          <DeviceList isRegistered />
        </Tabs.Panel>
        <Tabs.Panel value={WAITING}>
          <WaitingRegistrations />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

type SortBy = (typeof USER_REGISTRATION_SORTS)[number];
type WaitingColumn = Column<WaitingRegistration> & { sortBy?: SortBy };

/** Registrations that wait for the link of their mail; device managers mail it again or discard them. */
function WaitingRegistrations() {
  const { t } = useTranslation('staff-devices');
  const state = useListState({ defaultSort: USER_REGISTRATIONS_DEFAULT_SORT });
  const columns = useColumns();
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const query = useCall(listUserRegistrations, { query: wire }, ['staff-devices', 'waiting', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      label={t('registrations.waiting')}
      columns={columns}
      idOf={({ id }) => id}
      state={state}
      query={listQuery(query, ({ registrations }) => registrations)}
      searchLabel={t('waiting.search')}
      searchHint={t('searchHint')}
      empty={{
        icon: <IconMailQuestion size={22} />,
        title: t('waiting.empty'),
        text: t('waiting.emptyText'),
      }}
    />
  );
}

function useColumns(): WaitingColumn[] {
  const { t, i18n } = useTranslation('staff-devices');
  const format = useFormat();
  const mayChange = mayEnter(staffFlagsOf(useUser()), discardUserRegistration.staff);
  const columns: WaitingColumn[] = [
    {
      key: 'udi',
      label: t('columns.udi'),
      sortBy: 'udi',
      isName: true,
      cell: ({ device }) => <DeviceLink id={device.id} udi={device.udi} />,
    },
    { key: 'name', label: t('columns.name'), sortBy: 'name', cell: ({ customer }) => customer.name },
    { key: 'email', label: t('columns.email'), sortBy: 'email', cell: ({ customer }) => customer.email },
    {
      key: 'country',
      label: t('columns.country'),
      sortBy: 'country',
      cell: ({ customer }) => countryName(customer.country, i18n.language),
    },
    {
      key: 'asked',
      label: t('waiting.asked'),
      sortBy: 'asked',
      isNumber: true,
      cell: ({ asked_date }) => format.dateTime(asked_date),
    },
    {
      key: 'mailed',
      label: t('waiting.mailed'),
      sortBy: 'mailed',
      isNumber: true,
      cell: ({ mailed_date }) => (mailed_date ? format.dateTime(mailed_date) : t('waiting.never')),
    },
    {
      key: 'state',
      label: t('columns.state'),
      cell: ({ device, link_until }) => t(`waiting.states.${stateOf(device.state, link_until)}`),
    },
  ];
  if (mayChange)
    columns.push({
      key: 'actions',
      label: t('waiting.actions'),
      isAction: true,
      cell: (registration) => <Actions registration={registration} />,
    });
  return columns;
}

function stateOf(device: WaitingRegistration['device']['state'], until: string | null) {
  if (device !== 'free') return device;
  return until === null || Date.parse(until) > Date.now() ? 'waiting' : 'expired';
}

function Actions({ registration: { id, device, customer } }: { registration: WaitingRegistration }) {
  const { t, i18n } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const resend = useSubmit(resendUserRegistration, { stale: [['staff-devices', 'waiting']] });
  const discard = useSubmit(discardUserRegistration);
  const onError = (error: ApiError) => {
    toastError(errorText(words, error));
    void queries.invalidateQueries({ queryKey: ['staff-devices', 'waiting'] });
  };
  const sendAgain = () =>
    resend.mutate(
      { params: { id } },
      {
        onSuccess: ({ sent, next_in }) =>
          sent
            ? toastDone(t('waiting.sent', { email: customer.email }))
            : toastError(words('try_again_when', { when: whenText(next_in, i18n.language) })),
        onError,
      },
    );
  const remove = async () => {
    const isSure = await confirm({
      title: t('waiting.discard.title'),
      content: t('waiting.discard.text', { name: customer.name, device: device.udi }),
      ok: t('waiting.discard.button'),
      danger: true,
    });
    if (isSure)
      discard.mutate({ params: { id } }, { onSuccess: () => toastDone(t('waiting.discard.done')), onError });
  };
  const isBusy = resend.isPending || discard.isPending;
  return (
    <Group gap={8}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy || device.state !== 'free'}
        onClick={sendAgain}
      >
        {t('waiting.resend')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => void remove()}>
        {t('waiting.discard.button')}
      </Button>
    </Group>
  );
}
