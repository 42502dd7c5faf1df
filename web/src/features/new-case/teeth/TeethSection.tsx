import { DRAFT_LIMITS } from '@cusp/contract/limits';
import type { Missing } from '@cusp/dental/completeness';
import { connectorsOf, drawnConnectors } from '@cusp/dental/connectors';
import type { OrderProblem } from '@cusp/dental/order-rules';
import { isRestorationType, restorationFacts } from '@cusp/dental/restorations';
import { Anchor, Button, Checkbox, Input, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Odontogram } from '../../../dental-ui/odontogram/Odontogram.tsx';
import { problemText } from '../contradictions.ts';
import { FIELD, focusField } from '../field-ids.ts';
import type { Edit, FormFields, Row } from '../form-fields.ts';
import { Section } from '../sections/Section.tsx';
import { AddRestoration } from './AddRestoration.tsx';
import { ConnectorChoices } from './ConnectorChoices.tsx';
import { RestorationCard } from './RestorationCard.tsx';
import { chartGroups } from './restoration-rows.ts';
import classes from './teeth.module.css';
import type { useRestorations } from './use-restorations.tsx';

interface Props {
  fields: Pick<FormFields, 'restorations' | 'connectorChoices' | 'numberSystem' | 'noRestorationReason'>;
  chart: ReturnType<typeof useRestorations>;
  edit: Edit;
  /** Missing items, after an attempt to send. */
  missing: readonly Missing[];
  problems: readonly OrderProblem[];
  error: string | null;
  /** FDI numbers of the teeth that the edit of a sent order changes. */
  marked?: readonly number[];
}

/** The restorations and their teeth. */
export const TeethSection = memo(function TeethSection(props: Props) {
  const { fields, chart, edit, missing, problems, error, marked } = props;
  const { t } = useTranslation(['new-case', 'dental']);
  const { restorations, connectorChoices, numberSystem, noRestorationReason } = fields;
  const groups = useMemo(
    () =>
      chartGroups(restorations, (type) => {
        if (type === '') return t('restoration.untyped');
        return isRestorationType(type) ? t(`dental:types.${type}`) : type;
      }),
    [restorations, t],
  );
  const connectors = useMemo(
    () => connectorsOf(restorations, connectorChoices),
    [restorations, connectorChoices],
  );
  const joined = useMemo(() => drawnConnectors(restorations, connectors), [restorations, connectors]);
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
              connectors={joined}
              primary={chart.primary}
              onPrimaryChange={chart.setPrimary}
              selected={chart.selected}
              onSelect={chart.select}
              marked={marked}
            />
          </div>
          {connectors.length > 0 && (
            <ConnectorChoices connectors={connectors} system={numberSystem} onChoose={chart.setConnector} />
          )}
        </div>
        <div className={classes.side}>
          <div
            className={classes.palette}
            data-sheet={(!chart.openRow && chart.selected.length > 0) || undefined}
          >
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
          {restorations.length === 0 && (
            <NothingToMake
              reason={noRestorationReason}
              isIdle={chart.selected.length === 0}
              error={error}
              onChange={(text) => edit((now) => ({ ...now, noRestorationReason: text }))}
            />
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

interface NothingToMakeProps {
  reason: string;
  /** No teeth are chosen. */
  isIdle: boolean;
  error: string | null;
  onChange(reason: string): void;
}

/** Hint how to begin; the reason for an order without a restoration is behind a link, because few orders have one. */
function NothingToMake({ reason, isIdle, error, onChange }: NothingToMakeProps) {
  const { t } = useTranslation('new-case');
  const [isAsked, setAsked] = useState(false);
  if (!isAsked && reason === '') {
    return (
      <div className={classes.none}>
        {isIdle && <p className={classes.hint}>{t('teeth.none')}</p>}
        {error && <Input.Error>{error}</Input.Error>}
        <Anchor
          component="button"
          type="button"
          className={classes.nothing}
          onClick={() => {
            setAsked(true);
            focusField(FIELD.reason);
          }}
        >
          {t('teeth.nothing')}
        </Anchor>
      </div>
    );
  }
  return (
    <Textarea
      id={FIELD.reason}
      required
      label={t('teeth.reason')}
      description={t('teeth.reasonHint')}
      value={reason}
      onChange={(event) => {
        setAsked(true);
        onChange(event.currentTarget.value.replaceAll('\u0000', ''));
      }}
      maxLength={DRAFT_LIMITS.reason}
      autosize
      minRows={2}
      maxRows={6}
      error={error}
    />
  );
}

/** Explains the effect of selecting teeth while a restoration is open, with a button to finish it. */
function ChartHint({ row, index, onDone }: { row: Row; index: number; onDone(): void }) {
  const { t } = useTranslation('new-case');
  const isForJaw = row.type !== '' && restorationFacts(row.type).scope === 'arch';
  return (
    <div className={classes.editing}>
      <span>{t(isForJaw ? 'add.editingJaw' : 'add.editing', { number: index + 1 })}</span>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={onDone}
      >
        {t('add.next')}
      </Button>
    </div>
  );
}

interface ProblemListProps {
  problems: readonly OrderProblem[];
  fields: Pick<FormFields, 'restorations' | 'numberSystem'>;
  onConfirm(problem: OrderProblem, isMeant: boolean): void;
}

/** The contradictions of a restoration; those that may be intended can be confirmed. */
function ProblemList({ problems, fields, onConfirm }: ProblemListProps) {
  const { t } = useTranslation('dental');
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => {
        const { code, mark, overridable, isMeant } = problem;
        const Icon = isMeant ? IconCircleCheck : IconAlertTriangle;
        return (
          <li
            key={mark}
            className={classes.problem}
            data-kind={isMeant ? 'meant' : overridable ? 'ask' : 'refused'}
          >
            <span className={classes.words}>
              <Icon size={16} stroke={1.7} aria-hidden /> <span>{problemText(problem, fields, t)}</span>
            </span>
            {overridable && (
              <Checkbox
                size="xs"
                label={t(`confirm.${code}` as ParseKeys<'dental'>)}
                checked={isMeant}
                onChange={(event) => onConfirm(problem, event.currentTarget.checked)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
