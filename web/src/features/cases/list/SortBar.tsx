import type { Sort } from '@cusp/contract/case-list';
import { SORTS } from '@cusp/contract/case-list.routes';
import { ActionIcon, Checkbox, Select, Text } from '@mantine/core';
import { IconArrowsSort, IconLineHeight, IconListCheck, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../ui/Hint.tsx';
import classes from './list-pane.module.css';
import type { useDensity } from './use-list-layout.ts';

const SORT_KEYS = {
  'updated desc': 'list.sorts.updated',
  'created desc': 'list.sorts.created',
  'status asc': 'list.sorts.status',
  'due asc': 'list.sorts.due',
} as const satisfies Record<Sort, string>;

interface SortBarProps {
  sort: Sort;
  onSort(sort: Sort): void;
  /** Number of rows that can be checked; with 0 the select-all box is hidden. */
  checkable: number;
  checked: number;
  /** The rows belong to the previous list, so they cannot be checked any more. */
  isComing: boolean;
  onCheckAll(all: boolean): void;
  onDelete(): void;
  /** Null where rows have no density. */
  density: ReturnType<typeof useDensity> | null;
  /** Begins selecting cases for an action; null if there is nothing to select. */
  onSelect: (() => void) | null;
}

/** Sorting of the list; replaced by the delete action while cases are checked. */
export const SortBar = memo(function SortBar(props: SortBarProps) {
  const { sort, onSort, checkable, checked, isComing, onCheckAll, onDelete, density, onSelect } = props;
  const { t } = useTranslation('cases');
  return (
    <div className={classes.sortBar}>
      {checkable > 0 && (
        <Checkbox
          size="xs"
          aria-label={t('list.selectAll')}
          disabled={isComing}
          checked={checked === checkable}
          indeterminate={checked > 0 && checked < checkable}
          onChange={(event) => onCheckAll(event.currentTarget.checked)}
        />
      )}
      {checked > 0 ? (
        <>
          <Text size="sm" flex={1} aria-live="polite">
            {t('list.selected', { count: checked })}
          </Text>
          <Hint label={t('list.deleteChecked')}>
            <ActionIcon
              variant="subtle"
              color="red"
              size={30}
              aria-label={t('list.deleteChecked')}
              disabled={isComing}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        </>
      ) : (
        <SortSelect sort={sort} onSort={onSort} />
      )}
      {onSelect && checked === 0 && (
        <Hint label={t('bulk.start')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={t('bulk.start')}
            disabled={isComing}
            onClick={onSelect}
          >
            <IconListCheck size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      {density && (
        <Hint label={t('list.compact')}>
          <ActionIcon
            variant={density.isCompact ? 'light' : 'subtle'}
            color="gray"
            size={30}
            aria-label={t('list.compact')}
            aria-pressed={density.isCompact}
            onClick={density.toggle}
          >
            <IconLineHeight size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </div>
  );
});

const SortSelect = memo(function SortSelect({ sort, onSort }: Pick<SortBarProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('cases');
  return (
    <Select
      size="xs"
      variant="unstyled"
      classNames={{ root: classes.sort, input: classes.sortInput }}
      aria-label={t('list.sort')}
      leftSection={<IconArrowsSort size={14} aria-hidden />}
      allowDeselect={false}
      checkIconPosition="right"
      // Mounted on opening, because positioning it would cost time while the page renders.
      comboboxProps={{ width: 200, position: 'bottom-start', keepMounted: false }}
      data={SORTS.map((value) => ({ value, label: t(SORT_KEYS[value]) }))}
      value={sort}
      onChange={(value) => {
        const next = SORTS.find((each) => each === value);
        if (next) onSort(next);
      }}
    />
  );
});
