import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';

const KEPT = 'onlyPdf';

/** Whether this person lists pdf files only, in every case until they say otherwise. */
export function useOnlyPdf(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readPersonal(KEPT) === true);
  const set = (next: boolean) => {
    setOn(next);
    writePersonal(KEPT, next);
  };
  return [isOn, set];
}

/** Lists pdf files only. */
export function OnlyPdf({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('files');
  return (
    <Switch
      size="sm"
      label={t('onlyPdf')}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
