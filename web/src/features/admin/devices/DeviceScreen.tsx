import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import { blockDevices, getStaffDevice, setDeviceFeatures } from '@cusp/contract/staff-devices.routes';
import { Switch } from '@mantine/core';
import { IconDeviceUnknown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { idIn } from '../../../client/id-in.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { toastError } from '../../../ui/toast.ts';
import { Fact, Facts } from '../Facts.tsx';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceState, nameOfManager } from './DeviceLink.tsx';
import classes from './devices.module.css';
import { featureVersion } from './use-device-conflict.tsx';

/** One device with its customer. An unknown id shows that the page does not exist. */
export default function DeviceScreen() {
  const { t } = useTranslation('staff-devices');
  const id = idIn(useParams().deviceId);
  const query = useCall(getStaffDevice, { params: { id: id ?? 0 } }, ['staff-device', id], {
    enabled: id !== undefined,
  });
  const isMissing = id === undefined || query.error?.status === 404;
  return (
    <div className={`${classes.page} ${classes.detail}`}>
      <PageHeader title={t('detail.title')} back={{ to: ADM_PATHS.registrations, text: t('detail.back') }} />
      {isMissing ? (
        <EmptyState icon={<IconDeviceUnknown size={22} />} title={t('detail.missing')} />
      ) : query.data ? (
        <DeviceCards device={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function DeviceCards({ device }: { device: StaffDevice }) {
  const { t, i18n } = useTranslation('staff-devices');
  const format = useFormat();
  const { reg_customer: customer, rental_manager: manager } = device;
  const place = customer && [customer.city, customer.state, customer.zip_code].filter(Boolean).join(', ');
  return (
    <>
      {mayEnter(staffFlagsOf(useUser()), blockDevices.staff) && <Actions device={device} />}
      <div className={classes.cards}>
        <TitledCard title={t('detail.device')}>
          <Facts>
            <Fact name={t('columns.udi')} value={<UdiText udi={device.udi} />} />
            <Fact name={t('detail.serial')} value={device.serial_no} />
            <Fact name={t('detail.produced')} value={format.day(device.prod_date)} />
            <Fact name={t('columns.model')} value={device.model} />
            <Fact name={t('columns.state')} value={<DeviceState state={device.state} />} />
            <Fact name={t('columns.feature')} value={<DeviceFeature device={device} />} />
            <Fact
              name={t('columns.manager')}
              value={manager && <DottedLine facts={[nameOfManager(manager, t), manager.email]} />}
            />
          </Facts>
          {manager && manager.account !== 'active' && device.state === 'locked' && (
            <p className={classes.nobody}>{t('manager.keepsLock')}</p>
          )}
        </TitledCard>
        <TitledCard title={t('detail.customer')}>
          {customer ? (
            <Facts>
              <Fact name={t('detail.name')} value={customer.name} />
              <Fact name={t('detail.email')} value={customer.email} />
              <Fact name={t('detail.phone')} value={customer.phone} />
              <Fact name={t('columns.country')} value={countryName(customer.country, i18n.language)} />
              <Fact name={t('detail.address')} value={[customer.address, place].filter(Boolean).join(', ')} />
              <Fact name={t('detail.installed')} value={format.day(customer.installed_date)} />
            </Facts>
          ) : (
            <p className={classes.nobody}>{t('detail.nobody')}</p>
          )}
        </TitledCard>
      </div>
    </>
  );
}

function Actions({ device }: { device: StaffDevice }) {
  const navigate = useNavigate();
  const selected = { rows: new Map([[device.id, device]]), keep: () => {}, clear: () => {} };
  return (
    <div className={classes.actions}>
      <DeviceActions selected={selected} onRemoved={() => void navigate(ADM_PATHS.devices)} />
    </div>
  );
}

/** The partner feature of a device: a switch for those who may turn it, else its state. */
function DeviceFeature({ device }: { device: StaffDevice }) {
  const { id, udi, feature } = device;
  const { t } = useTranslation('staff-devices');
  const { t: words } = useTranslation('errors');
  const queries = useQueryClient();
  const mayTurn = mayEnter(staffFlagsOf(useUser()), setDeviceFeatures.staff);
  const reload = () => queries.invalidateQueries({ queryKey: ['staff-device', id] });
  const set = useSubmit(setDeviceFeatures, {
    stale: [['staff-devices'], ['admin-features']],
    // Waited for, so that the switch does not show the former state until the device is loaded again.
    onSuccess: reload,
  });
  const isOn = feature?.option ?? false;
  if (!mayTurn) return t(isOn ? 'feature.on' : 'feature.off');
  const turn = (option: boolean) => {
    if (set.isPending) return;
    set.mutate(
      { body: { featureData: [{ udi, option, version: featureVersion(device) }] } },
      {
        onError: (error) => {
          const name = error.code === 'conflict' && error.changedBy;
          toastError(name ? t('feature.conflict', { name }) : errorText(words, error));
          void reload();
        },
      },
    );
  };
  const shown = set.isPending ? (set.variables.body.featureData[0]?.option ?? isOn) : isOn;
  return (
    <Switch
      label={t(shown ? 'feature.on' : 'feature.off')}
      checked={shown}
      aria-busy={set.isPending}
      onChange={(event) => turn(event.currentTarget.checked)}
    />
  );
}
