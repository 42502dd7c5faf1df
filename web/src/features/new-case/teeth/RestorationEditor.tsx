import type { NumberSystem } from '@cusp/contract/cases';
import type { Missing } from '@cusp/dental/completeness';
import { mayStandOn } from '@cusp/dental/restoration-choices';
import { RESTORATION_TYPE_CODES, restorationFacts } from '@cusp/dental/restorations';
import type { Jaw } from '@cusp/dental/teeth';
import { Button, Input, SegmentedControl, Select } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ToothLabels } from '../../../dental-ui/odontogram/ToothLabel.tsx';
import { rowField } from '../field-ids.ts';
import type { Row } from '../form-fields.ts';
import { missingText } from '../missing-items.ts';
import { MakeFields } from './MakeFields.tsx';
import classes from './teeth.module.css';
import type { Restorations } from './use-restorations.tsx';

interface Props {
  row: Row;
  name: string;
  /** The words of a foreign order for its teeth; '' for most. */
  foreign: string;
  system: NumberSystem;
  chart: Restorations;
  missing: readonly Missing[];
}

const JAWS: readonly Jaw[] = ['upper', 'lower'];
const NO_JAW = '';

/** The fields of one restoration, each limited by the choices above it. */
export function RestorationEditor({ row, name, foreign, system, chart, missing }: Props) {
  const { t } = useTranslation(['new-case', 'dental']);
  const { t: dental } = useTranslation('dental');
  const archLabel = useId();
  const errorOf = (code: Missing['code']) => {
    const found = missing.find((each) => each.code === code);
    return found ? missingText(found, dental) : null;
  };
  const scope = row.type === '' ? null : restorationFacts(row.type).scope;
  const fits = (type: string) => row.teeth.every((fdi) => mayStandOn(type, fdi));
  const option = (value: (typeof RESTORATION_TYPE_CODES)[number]) => ({
    value,
    label: t(`dental:types.${value}`),
  });
  const isForArch = (type: string) => restorationFacts(type).scope === 'arch';
  return (
    <fieldset className={classes.editor} aria-label={name}>
      <Select
        id={rowField(row.key, 'type')}
        required
        label={t('restoration.type')}
        placeholder={t('restoration.choose')}
        data={[
          {
            group: t('restoration.onTeeth'),
            items: RESTORATION_TYPE_CODES.filter((type) => !isForArch(type) && fits(type)).map(option),
          },
          { group: t('restoration.forJaw'), items: RESTORATION_TYPE_CODES.filter(isForArch).map(option) },
        ]}
        value={row.type || null}
        onChange={(type) => type && chart.setType(row, type)}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        error={errorOf('restoration_type')}
      />
      {(scope === 'arch' || scope === 'either') && (
        <div id={rowField(row.key, 'arch')}>
          <Input.Label id={archLabel} component="span">
            {t('restoration.jaw')}
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby={archLabel}
            aria-required={scope === 'arch'}
            data={[
              ...(scope === 'either' ? [{ value: NO_JAW, label: t('restoration.noJaw') }] : []),
              ...JAWS.map((jaw) => ({ value: jaw as string, label: t(`dental:chart.${jaw}`) })),
            ]}
            value={row.arch ?? NO_JAW}
            onChange={(value) => chart.setArch(row, JAWS.find((jaw) => jaw === value) ?? null)}
          />
          {errorOf('arch') && <Input.Error>{errorOf('arch')}</Input.Error>}
        </div>
      )}
      {scope !== 'arch' && (
        <div
          id={rowField(row.key, 'teeth')}
          className={classes.chosen}
          data-error={errorOf('tooth') !== null || undefined}
        >
          <span className={classes.chosenLabel}>{t('dental:words.teeth')}</span>
          <span className={classes.chosenTeeth}>
            {row.teeth.length > 0 ? <ToothLabels teeth={row.teeth} system={system} /> : '–'}
          </span>
          <Button size="compact-sm" variant="subtle" onClick={chart.focusChart}>
            {t('restoration.pick')}
          </Button>
          {errorOf('tooth') && <Input.Error className={classes.chosenError}>{errorOf('tooth')}</Input.Error>}
        </div>
      )}
      {foreign !== '' && (
        <div className={classes.chosen}>
          <span className={classes.chosenTeeth}>{foreign}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${t('restoration.removeShort')}: ${foreign}`}
            onClick={() => chart.removeToothWords(row, foreign)}
          >
            {t('restoration.removeShort')}
          </Button>
        </div>
      )}
      {row.type !== '' && (
        <MakeFields
          row={row}
          last={chart.lastUsed(row.type)}
          onChange={(make) => chart.setMake(row, make)}
          materialError={errorOf('material')}
          shadeError={errorOf('shade')}
        />
      )}
      <div className={classes.done}>
        <Button size="compact-md" variant="default" onClick={() => chart.close(row)}>
          {t('restoration.done')}
        </Button>
      </div>
    </fieldset>
  );
}
