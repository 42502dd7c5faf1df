import { ActionIcon, Checkbox, Popover, Radio, Stack, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../client/small-screen.ts';
import classes from './data-list.module.css';
import type { Column } from './data-list.ts';
import { type ListControl, ROWS_PER_PAGE } from './use-list-state.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  state: ListControl;
}

/** Choice of columns, of rows per page, and on a phone, which has no heads to click, of the sort. */
export function ListTools<Row>({ columns, state }: Props<Row>) {
  const { t } = useTranslation('data-list');
  const [isOpen, setOpen] = useState(false);
  const small = useSmallScreen();
  const show = (key: string, isShown: boolean) =>
    state.setHidden(isShown ? state.hidden.filter((each) => each !== key) : [...state.hidden, key]);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Tooltip label={t('view')} openDelay={500}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('view')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconAdjustmentsHorizontal size={18} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.view}>
        {small && <SortChoice columns={columns} state={state} />}
        <fieldset className={classes.choice}>
          <legend>{t('columns')}</legend>
          <Stack gap={8}>
            {columns
              .filter(({ isName }) => !isName)
              .map(({ key, label }) => (
                <Checkbox
                  key={key}
                  size="xs"
                  label={label}
                  checked={!state.hidden.includes(key)}
                  onChange={(event) => show(key, event.currentTarget.checked)}
                />
              ))}
          </Stack>
        </fieldset>
        <Radio.Group
          label={t('rows')}
          size="xs"
          value={String(state.num_per_page)}
          onChange={(value) => state.setRows(Number(value))}
        >
          <div className={classes.radios}>
            {ROWS_PER_PAGE.map((rows) => (
              <Radio key={rows} size="xs" value={String(rows)} label={String(rows)} />
            ))}
          </div>
        </Radio.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function SortChoice<Row>({ columns, state }: Props<Row>) {
  const { t } = useTranslation('data-list');
  const sorts = columns.flatMap(({ label, sortBy }) =>
    sortBy
      ? (['asc', 'desc'] as const).map((direction) => ({
          value: `${sortBy} ${direction}`,
          label: t(`sort.${direction}`, { column: label }),
        }))
      : [],
  );
  return (
    <Radio.Group label={t('sort.label')} size="xs" value={state.sort} onChange={state.setSort}>
      <Stack gap={8} mt={4}>
        {sorts.map((sort) => (
          <Radio key={sort.value} size="xs" {...sort} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
