import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import classes from './dashboard.module.css';

interface Props {
  title: string;
  /** Shown instead of the chart when there is nothing to draw. */
  empty: string;
  isEmpty: boolean;
  /** Controls between the title and the chart. */
  tools?: ReactNode;
  chart: ReactNode;
  /** The numbers of the chart, for screen readers and copying. */
  table: ReactNode;
  isWide?: boolean;
}

/** A chart with the table of its numbers behind it. */
export function ChartPanel({ title, empty, isEmpty, tools, chart, table, isWide }: Props) {
  const { t } = useTranslation('admin-dashboard');
  const [isTable, setTable] = useState(false);
  const id = useId();
  const other = t(isTable ? 'asChart' : 'asTable', { title });
  return (
    <section className={classes.panel} aria-labelledby={id} data-wide={isWide || undefined}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {!isEmpty && (
          <Tooltip label={other}>
            <ActionIcon variant="subtle" color="gray" aria-label={other} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </header>
      {tools}
      {isEmpty ? (
        <EmptyState icon={<IconChartBar size={22} />} title={empty} />
      ) : isTable ? (
        // biome-ignore lint/a11y: a long table is scrolled by keyboard, and a second region of the same name would confuse
        <div className={classes.scroll} role="group" tabIndex={0} aria-labelledby={id}>
          {table}
        </div>
      ) : (
        <div aria-hidden>{chart}</div>
      )}
    </section>
  );
}
