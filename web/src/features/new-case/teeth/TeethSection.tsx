import type { Missing } from '@cusp/contract/completeness';
import { DRAFT_LIMITS } from '@cusp/contract/draft-limits';
import type { OrderProblem } from '@cusp/contract/order-rules';
import { bridgeConnectors } from '@cusp/contract/restoration-choices';
import { isRestorationType } from '@cusp/contract/restorations';
import { Textarea } from '@mantine/core';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Odontogram } from '../../../ui/odontogram/Odontogram.tsx';
import { FIELD } from '../field-ids.ts';
import type { Edit, FormFields } from '../form-fields.ts';
import { Section } from '../sections/Section.tsx';
import { AddRestoration } from './AddRestoration.tsx';
import { ChartHint } from './ChartHint.tsx';
import { chartGroups } from './chart-groups.ts';
import { ProblemList } from './ProblemList.tsx';
import { RestorationCard } from './RestorationCard.tsx';
import classes from './teeth.module.css';
import type { useRestorations } from './use-restorations.ts';

interface Props {
  fields: Pick<FormFields, 'restorations' | 'numberSystem' | 'noRestorationReason'>;
  chart: ReturnType<typeof useRestorations>;
  edit: Edit;
  /** What is missing, once sending was tried. */
  missing: readonly Missing[];
  problems: readonly OrderProblem[];
  error: string | null;
  /** Teeth that the edit of a sent order is about, FDI. */
  marked?: readonly number[];
}

/** What is to be made and on which teeth. */
export const TeethSection = memo(function TeethSection(props: Props) {
  const { fields, chart, edit, missing, problems, error, marked } = props;
  const { t } = useTranslation(['new-case', 'dental']);
  const { restorations, numberSystem, noRestorationReason } = fields;
  const groups = useMemo(
    () =>
      chartGroups(restorations, (type) => {
        if (type === '') return t('restoration.untyped');
        return isRestorationType(type) ? t(`dental:types.${type}`) : type;
      }),
    [restorations, t],
  );
  const connectors = useMemo(() => bridgeConnectors(restorations), [restorations]);
  return (
    <Section
      title={t('teeth.title')}
      summary={restorations.length ? t('teeth.count', { count: restorations.length }) : undefined}
    >
      <div className={classes.columns}>
        <div className={classes.chart}>
          <div id={FIELD.chart}>
            <Odontogram
              system={numberSystem}
              onSystemChange={chart.changeSystem}
              groups={groups}
              connectors={connectors}
              primary={chart.primary}
              onPrimaryChange={chart.setPrimary}
              selected={chart.selected}
              onSelect={chart.select}
              marked={marked}
            />
          </div>
          {chart.openRow ? (
            <ChartHint
              row={chart.openRow}
              index={restorations.indexOf(chart.openRow)}
              onDone={chart.finish}
            />
          ) : (
            <AddRestoration teeth={chart.selected} system={numberSystem} onAdd={chart.add} />
          )}
        </div>
        <div className={classes.list}>
          {restorations.length === 0 && (
            <div className={classes.none}>
              <p className={classes.hint}>{t('teeth.none')}</p>
              <Textarea
                id={FIELD.reason}
                label={t('teeth.reason')}
                description={t('teeth.reasonHint')}
                value={noRestorationReason}
                onChange={(event) => {
                  const text = event.currentTarget.value.replaceAll('\u0000', '');
                  edit((now) => ({ ...now, noRestorationReason: text }));
                }}
                maxLength={DRAFT_LIMITS.reason}
                autosize
                minRows={2}
                maxRows={6}
                error={error}
              />
            </div>
          )}
          {restorations.length > 0 && (
            <ol className={classes.rows} aria-label={t('dental:words.restorations')}>
              {restorations.map((row, index) => (
                <RestorationCard
                  key={row.key}
                  row={row}
                  index={index}
                  name={groups[index]?.name ?? ''}
                  system={numberSystem}
                  isOpen={chart.openRow === row}
                  chart={chart}
                  missing={missing.filter((each) => 'restoration' in each && each.restoration === index)}
                  problems={
                    <ProblemList
                      problems={problems.filter(({ lines }) => lines.includes(index))}
                      fields={fields}
                      onConfirm={chart.confirm}
                    />
                  }
                />
              ))}
            </ol>
          )}
        </div>
      </div>
    </Section>
  );
});
