import type { NumberSystem } from '@cusp/contract/cases';
import type { Missing } from '@cusp/dental/completeness';
import { isMaterial } from '@cusp/dental/restorations';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import colors from '../../../dental-ui/odontogram/group-colors.module.css';
import words from '../../../dental-ui/odontogram/restoration-line.module.css';
import { ToothLabels } from '../../../dental-ui/odontogram/ToothLabel.tsx';
import { foreignWordsOf } from '../../../dental-ui/order-words.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { rowField } from '../field-ids.ts';
import type { Row } from '../form-fields.ts';
import { RestorationEditor } from './RestorationEditor.tsx';
import { markOf } from './restoration-rows.ts';
import classes from './teeth.module.css';
import type { Restorations } from './use-restorations.tsx';

interface Props {
  row: Row;
  index: number;
  name: string;
  system: NumberSystem;
  isOpen: boolean;
  chart: Restorations;
  missing: readonly Missing[];
  /** Its contradictions. */
  problems: ReactNode;
}

/** One restoration: a summary, or its fields if it is open. */
export function RestorationCard({ row, index, name, system, isOpen, chart, missing, problems }: Props) {
  const { t } = useTranslation(['new-case', 'dental', 'common']);
  const { t: dental } = useTranslation('dental');
  const { mark, color } = markOf(index, row.type);
  const details = [
    row.material && (isMaterial(row.material) ? t(`dental:materials.${row.material}`) : row.material),
    row.shade,
    row.stumpShade && `${t('dental:words.stumpShade')} ${row.stumpShade}`,
  ].filter(Boolean);
  const foreign = foreignWordsOf({ tooth_no: row.toothText ?? '', teeth: row.teeth }, dental);
  const named = `${mark} ${name}`;
  return (
    <li className={`${classes.card} ${colors.colors}`} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <span className={words.mark} data-color={color} aria-hidden>
          {mark}
        </span>
        <span className={words.what}>
          <span className={words.name}>{name}</span>
          {!isOpen && details.length > 0 && (
            <span className={words.details}>
              <DottedLine facts={details} />
            </span>
          )}
          {!isOpen && missing.length > 0 && (
            <span className={classes.incomplete}>
              <IconAlertCircle size={15} aria-hidden /> {t('restoration.incomplete')}
            </span>
          )}
        </span>
        <span className={words.teeth}>
          {row.arch && t(`dental:chart.${row.arch}`)}
          {row.teeth.length > 0 && <ToothLabels teeth={row.teeth} system={system} />}
          {foreign.length > 0 && ` ${foreign.join(', ')}`}
        </span>
        <span className={classes.tools}>
          {!isOpen && (
            <Tooltip label={t('common:edit')}>
              <ActionIcon
                id={rowField(row.key, 'edit')}
                variant="subtle"
                color="gray"
                aria-label={t('restoration.edit', { name: named })}
                onClick={() => chart.show(row)}
              >
                <IconPencil size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('restoration.copy')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('restoration.duplicate', { name: named })}
              onClick={() => chart.duplicate(row)}
            >
              <IconCopy size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('restoration.removeShort')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('restoration.remove', { name: named })}
              onClick={() => chart.remove(row, name)}
            >
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      {problems}
      {isOpen && (
        <RestorationEditor
          row={row}
          name={named}
          foreign={foreign.join(', ')}
          system={system}
          chart={chart}
          missing={missing}
        />
      )}
    </li>
  );
}
