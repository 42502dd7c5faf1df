import { Button, SegmentedControl, Slider, Switch, Text } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { layerIds } from '../../../../viewer/plan-scene.ts';
import { outlineColours, type SectionTool } from '../../../../viewer/tools/section.ts';
import { useFormatLength } from '../../length-unit.ts';
import { useWatched } from '../../use-watched.ts';
import { MeasureList, useChangeNotice } from '../MeasureList.tsx';
import { ToolPanel } from '../ToolPanel.tsx';
import { SectionDrawing } from './SectionDrawing.tsx';
import styles from './section.module.css';
import { type SectionMeasure, type SectionMeasureKind, useSectionMeasures } from './use-section-measures.ts';

/** Controls the plane of a section and shows what it cuts. */
export function SectionPanel({ tool }: { tool: SectionTool }) {
  const { t } = useTranslation('viewer');
  const { move, range, isOpen, cuts } = useWatched(tool.state);
  const drawn = useWatched(tool.drawn);
  const measuring = useSectionMeasures(JSON.stringify([cuts, move]), drawn);
  const changes = useChangeNotice(measuring.changes);
  const { context } = tool;
  const length = useFormatLength();
  const format = ({ kind, value = 0 }: SectionMeasure) =>
    kind === 'angle' ? context.formatAngle(value) : length(value);
  const taken = measuring.measures
    .filter(({ value }) => value !== undefined)
    .map((measure) => ({ id: measure.id, text: <strong>{format(measure)}</strong>, value: format(measure) }));
  const layers = layerIds.filter((id) => drawn?.outlines.some(({ layer }) => layer === id));
  const kinds = (['distance', 'angle'] as const).map((value) => ({ value, label: t(`section.${value}`) }));

  return (
    <ToolPanel
      id="section"
      always={
        <Steer
          label={t('section.shift')}
          value={move.shift}
          text={length(move.shift)}
          min={range[0]}
          max={range[1]}
          step={0.05}
          onChange={(shift) => tool.move({ shift })}
        />
      }
    >
      <SectionDrawing
        drawn={drawn}
        measures={measuring.measures}
        format={format}
        formatLength={length}
        onPlace={measuring.add}
        onBack={measuring.undo}
      />
      <ul className={styles.legend}>
        {layers.map((layer) => (
          <li key={layer}>
            <i style={{ background: outlineColours[layer] }} />
            {t(`layerNames.${layer}`)}
          </li>
        ))}
      </ul>
      <div className={styles.measures}>
        <SegmentedControl
          size="xs"
          data={kinds}
          value={measuring.kind}
          aria-label={t('section.measure')}
          onChange={(kind) => measuring.setKind(kind as SectionMeasureKind)}
        />
        <Text size="xs" role="status">
          {changes ?? t(`section.${measuring.kind}Hint`)}
        </Text>
      </div>
      <MeasureList
        name={t('section.taken')}
        lines={taken}
        onRemove={measuring.remove}
        onClear={measuring.clear}
      />
      <Steer
        label={t('section.turn')}
        value={move.turn}
        text={context.formatAngle(move.turn)}
        min={-90}
        max={90}
        step={0.5}
        onChange={(turn) => tool.move({ turn })}
      />
      <Steer
        label={t('section.tilt')}
        value={move.tilt}
        text={context.formatAngle(move.tilt)}
        min={-90}
        max={90}
        step={0.5}
        onChange={(tilt) => tool.move({ tilt })}
      />
      <div className={styles.sides}>
        <Switch
          size="sm"
          label={t('section.open')}
          checked={isOpen}
          onChange={(event) => tool.open(event.currentTarget.checked)}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
          onClick={() => tool.move({ isFlipped: !move.isFlipped })}
        >
          {t('section.flip')}
        </Button>
      </div>
      <Text size="xs">{t('section.hint')}</Text>
    </ToolPanel>
  );
}

interface SteerProps {
  label: string;
  value: number;
  text: string;
  min: number;
  max: number;
  step: number;
  onChange(value: number): void;
}

function Steer({ label, text, ...slider }: SteerProps) {
  return (
    <div className={styles.steer}>
      <Text size="xs">{label}</Text>
      <Slider size="sm" label={null} thumbLabel={label} thumbValueText={text} {...slider} />
      <Text size="xs" className={styles.value}>
        {text}
      </Text>
    </div>
  );
}
