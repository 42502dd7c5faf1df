import type { CaseDetail, NumberSystem, Restoration } from '@cusp/contract/cases';
import { bridgeConnectors } from '@cusp/contract/restoration-choices';
import { isRestorationType } from '@cusp/contract/restorations';
import { NUMBER_SYSTEMS, PRIMARY_IDS, type ToothId } from '@cusp/contract/teeth';
import { inOwnOrder } from '@cusp/contract/unseen';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToothPicture } from '../../../ui/odontogram/ToothPicture.tsx';
import { LongText } from '../LongText.tsx';
import classes from './case-view.module.css';
import { RestorationTable } from './RestorationTable.tsx';
import { groupsOf } from './restoration-groups.ts';

interface RestorationsSectionProps {
  dentalCase: Pick<CaseDetail, 'restorations' | 'number_sys' | 'no_restoration_reason' | 'scans_follow'>;
  /** How the reader counts teeth, where that counts for other parts of the page too. */
  system?: NumberSystem;
  onSystem?(system: NumberSystem): void;
}

const MILK_TEETH: ReadonlySet<ToothId> = new Set(PRIMARY_IDS);
const NO_TEETH: ReadonlySet<ToothId> = new Set();

/** What is to be made: drawn on a tooth chart and listed, in the order's number system or another one. */
export function RestorationsSection({ dentalCase, ...shared }: RestorationsSectionProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { restorations } = dentalCase;
  const [own, setOwn] = useState(dentalCase.number_sys);
  const { system = own, onSystem = setOwn } = shared;
  const groups = useMemo(() => {
    const nameOf = ({ type, displayName }: Restoration) =>
      isRestorationType(type) ? dental(`types.${type}`) : displayName;
    return groupsOf(restorations, nameOf);
  }, [restorations, dental]);
  const connectors = useMemo(() => bridgeConnectors(restorations), [restorations]);
  return (
    <section className={classes.section} aria-label={t('detail.restorations')}>
      <div className={classes.headingLine}>
        <h3 className={classes.heading}>{t('detail.restorations')}</h3>
        {restorations.length > 0 && (
          <Select
            size="xs"
            w={190}
            comboboxProps={{ keepMounted: false }}
            aria-label={dental('chart.system')}
            allowDeselect={false}
            data={NUMBER_SYSTEMS.map((value) => ({ value, label: dental(`systems.${value}`) }))}
            value={system}
            onChange={(value) => onSystem(NUMBER_SYSTEMS.find((each) => each === value) ?? system)}
          />
        )}
      </div>
      {restorations.length === 0 ? (
        <div className={classes.quiet}>
          <p className={classes.paragraph}>{t('detail.noRestorations')}</p>
          {dentalCase.no_restoration_reason && (
            <LongText text={inOwnOrder(dentalCase.no_restoration_reason)} lines={6} />
          )}
        </div>
      ) : (
        <div className={classes.restorations}>
          <ToothPicture
            system={system}
            // As on paper: letters of milk teeth stand on milk teeth.
            primary={system === 'Primary' ? MILK_TEETH : NO_TEETH}
            groups={groups}
            connectors={connectors}
          />
          <RestorationTable restorations={restorations} groups={groups} system={system} />
        </div>
      )}
      {dentalCase.scans_follow && <p className={classes.notice}>{t('detail.scansFollow')}</p>}
    </section>
  );
}
