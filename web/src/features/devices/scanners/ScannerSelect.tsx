import { listScanners } from '@cusp/contract/devices.routes';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { nameOf } from './scanner-name.ts';

interface Props {
  id: string;
  deviceId: number | null;
  /** Another scanner was refused, because this one is locked and the draft has scans. */
  isKept: boolean;
  onChange(deviceId: number | null): void;
}

/** The scanner of a case, among those of the person and their group; renders nothing if there are none. */
export function ScannerSelect({ id, deviceId, isKept, onChange }: Props) {
  const { t } = useTranslation('devices');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const { data } = useCall(listScanners, {}, ['scanners']);
  const usable = (data?.scanners ?? []).filter(({ state }) => state === 'active' || state === 'locked');
  if (usable.length === 0 && (deviceId === null || !data)) return null;
  const chosen = usable.find(({ device_id }) => device_id === deviceId);
  const isGone = data !== undefined && deviceId !== null && !chosen;
  return (
    <Select
      id={id}
      label={t('select.label')}
      description={chosen?.state === 'locked' ? t('select.locked') : undefined}
      placeholder={t('select.none')}
      data={usable.map((scanner) => ({ value: String(scanner.device_id), label: nameOf(scanner) }))}
      value={chosen ? String(chosen.device_id) : null}
      onChange={(value) => onChange(value ? Number(value) : null)}
      clearable
      clearButtonProps={{ 'aria-label': common('clear') }}
      error={isKept ? errorText(words, { code: 'scanner_locked' }) : isGone ? t('select.gone') : null}
    />
  );
}
