import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { SheetImport } from '../sheets/SheetImport.tsx';
import { AddDeviceForm } from './AddDeviceForm.tsx';
import classes from './devices.module.css';

/** Registers devices at the factory: one by its label, or many by sheet. */
export default function FactoryRegistrationScreen() {
  const { t } = useTranslation('staff-devices');
  const queries = useQueryClient();
  return (
    <div className={classes.page}>
      <PageHeader title={t('factory.title')} />
      <div className={classes.stack}>
        <TitledCard title={t('factory.one')}>
          <AddDeviceForm />
        </TitledCard>
        <TitledCard title={t('factory.many')}>
          <SheetImport
            kind="devices"
            onDone={() => void queries.invalidateQueries({ queryKey: ['staff-devices'] })}
          />
        </TitledCard>
      </div>
    </div>
  );
}
