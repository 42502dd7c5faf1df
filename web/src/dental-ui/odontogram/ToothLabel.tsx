import type { NumberSystem } from '@cusp/contract/cases';
import { toothOf } from '@cusp/dental/teeth';
import { displayLabel, palmerFigure } from '@cusp/dental/tooth-labels';
import { toothSpans } from '@cusp/dental/tooth-lists';
import { Fragment } from 'react';
import classes from './tooth-label.module.css';
import { spokenLabel } from './tooth-name.ts';

/** The label of one tooth in running text. Palmer corners are drawn as borders because few fonts have the glyphs. */
function ToothLabel({ fdi, system }: { fdi: number; system: NumberSystem }) {
  const tooth = toothOf(fdi);
  if (system !== 'Palmer' || !tooth)
    return <span className={classes.label}>{displayLabel(fdi, system)}</span>;
  return (
    <span className={classes.label}>
      <span className={classes.spoken}>{spokenLabel(fdi, system)}</span>
      <span aria-hidden className={classes.palmer} data-jaw={tooth.jaw} data-side={tooth.side}>
        {palmerFigure(tooth)}
      </span>
    </span>
  );
}

/** Teeth in chart order with neighbours drawn together, for example 14–16, 21. */
export function ToothLabels({ teeth, system }: { teeth: readonly number[]; system: NumberSystem }) {
  return toothSpans(teeth, system).map((span, index) => (
    <Fragment key={span[0]}>
      {index > 0 && ', '}
      {span.map((fdi, end) => (
        <Fragment key={fdi}>
          {end > 0 && <span className={classes.dash}>–</span>}
          <ToothLabel fdi={fdi} system={system} />
        </Fragment>
      ))}
    </Fragment>
  ));
}
