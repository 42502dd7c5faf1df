import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import type { STAFF_DEVICE_SORTS } from '@cusp/contract/staff-devices.routes';
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';
import type { Column } from '../../../ui/data-list/data-list.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';

/** The UDI of a device, which leads to its page for those who may open it. */
export function DeviceLink({ id, udi }: { id: number; udi: string }) {
  if (!mayEnter(staffFlagsOf(useUser()), STAFF_AREAS.deviceDetail)) return <UdiText udi={udi} />;
  return (
    <Anchor component={Link} inherit to={generatePath(ADM_PATHS.deviceDetail, { deviceId: String(id) })}>
      <UdiText udi={udi} />
    </Anchor>
  );
}

const COLORS = { active: 'green', locked: 'orange', blocked: 'red' } as const;

export function DeviceState({ state }: { state: StaffDevice['state'] }) {
  const { t } = useTranslation('staff-devices');
  return <StateBadge color={COLORS[state]}>{t(`states.${state}`)}</StateBadge>;
}

/** Name of a rental manager, and whether the account is blocked or deleted. */
export function nameOfManager(
  { id, name, email, account }: NonNullable<StaffDevice['rental_manager']>,
  t: TFunction<'staff-devices'>,
): string {
  if (account === 'deleted') return t('manager.deleted', { id });
  return account === 'blocked' ? t('manager.blocked', { name: name || email }) : name || email;
}

type SortBy = (typeof STAFF_DEVICE_SORTS)[number];
type DeviceColumn = Column<StaffDevice> & { sortBy?: SortBy };

/** The columns of both device lists. */
export function useDeviceColumns(): DeviceColumn[] {
  const { t, i18n } = useTranslation('staff-devices');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'udi',
        label: t('columns.udi'),
        sortBy: 'udi',
        isName: true,
        cell: ({ id, udi }) => <DeviceLink id={id} udi={udi} />,
      },
      { key: 'serial', label: t('columns.serial'), sortBy: 'serial_no', cell: ({ serial_no }) => serial_no },
      {
        key: 'produced',
        label: t('columns.produced'),
        sortBy: 'prod_date',
        isNumber: true,
        cell: ({ prod_date }) => format.day(prod_date),
      },
      { key: 'model', label: t('columns.model'), sortBy: 'model', cell: ({ model }) => model },
      {
        key: 'state',
        label: t('columns.state'),
        sortBy: 'state',
        cell: ({ state }) => <DeviceState state={state} />,
      },
      {
        key: 'manager',
        label: t('columns.manager'),
        cell: ({ rental_manager: manager }) => manager && nameOfManager(manager, t),
      },
      {
        key: 'feature',
        label: t('columns.feature'),
        cell: ({ feature }) => feature && t(feature.option ? 'feature.on' : 'feature.off'),
      },
      {
        key: 'name',
        label: t('columns.name'),
        sortBy: 'name',
        cell: ({ reg_customer }) => reg_customer?.name,
      },
      {
        key: 'email',
        label: t('columns.email'),
        sortBy: 'email',
        cell: ({ reg_customer }) => reg_customer?.email,
      },
      {
        key: 'country',
        label: t('columns.country'),
        sortBy: 'country',
        cell: ({ reg_customer }) => reg_customer && countryName(reg_customer.country, i18n.language),
      },
    ],
    [t, i18n.language, format],
  );
}
