import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LAYOUTS, type Layout } from '../list/use-list-layout.ts';

const ICONS = { list: IconList, board: IconLayoutKanban, calendar: IconCalendar } as const;

interface LayoutSwitchProps {
  layout: Layout;
  onLayout(layout: Layout): void;
}

/** List, board or calendar. */
export function LayoutSwitch({ layout, onLayout }: LayoutSwitchProps) {
  const { t } = useTranslation('cases');
  return (
    <SegmentedControl
      size="xs"
      style={{ flex: 'none' }}
      aria-label={t('layouts.title')}
      value={layout}
      onChange={(value) => onLayout(LAYOUTS.find((each) => each === value) ?? 'list')}
      data={LAYOUTS.map((each) => {
        const Icon = ICONS[each];
        return {
          value: each,
          label: (
            <span title={t(`layouts.${each}`)} style={{ display: 'flex' }}>
              <Icon size={18} aria-hidden />
              <VisuallyHidden>{t(`layouts.${each}`)}</VisuallyHidden>
            </span>
          ),
        };
      })}
    />
  );
}
