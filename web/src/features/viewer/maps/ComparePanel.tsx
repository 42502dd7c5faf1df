import { NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { deviationScale } from '../../../viewer/maps/scale.ts';
import { type CompareTool, compareReach } from '../../../viewer/tools/compare-map.ts';
import { useWatched } from '../use-watched.ts';
import { type Comparison, comparisonsOf, filesOf } from './comparisons.ts';
import { Legend, MapPanel, MapSlider, Numbers } from './MapPanel.tsx';
import { loadWhole, ScanSource } from './scan-source.ts';
import { useMillimetres } from './use-millimetres.ts';

/** Selects what to compare and shows the differences. */
export function ComparePanel({ tool }: { tool: CompareTool }) {
  const { t } = useTranslation(['maps', 'viewer']);
  const { files, source } = useContext(ScanSource);
  const { length } = useMillimetres();
  const range = useWatched(tool.range);
  useWatched(tool.changes);
  const scans = tool.scans().map(({ id }) => id);
  const choices = comparisonsOf(filesOf(files, scans), source !== undefined);
  // Fixed at the start: a version that arrives later for another scan changes nothing here.
  const [pair, setPair] = useState(() => firstPair(choices[0]));
  const chosen = choices.find(({ scan }) => pair && scan.id === tool.successorOf(pair.scan)) ?? choices[0];
  const scan = chosen?.scan.id;
  const other = pair && (tool.successorOf(pair.other) ?? pair.other);
  const opposite = chosen?.others.find(({ file }) => file.id === other) ?? chosen?.others[0];

  useEffect(() => {
    if (scan === undefined || !opposite) return;
    const { file, isVersion } = opposite;
    const fetch = (signal: AbortSignal, progress: (share: number) => void) =>
      source ? loadWhole(file, { files, source }, progress, signal) : Promise.reject(new Error('no source'));
    void tool.compare(scan, { id: file.id, fetch: isVersion ? fetch : undefined });
  }, [tool, scan, opposite, files, source]);

  if (!chosen) {
    return (
      <MapPanel id="compare" tool={tool} isPossible={false} legend={null}>
        <Text size="sm" role="status">
          {t('compare.nothing')}
        </Text>
      </MapPanel>
    );
  }
  return (
    <MapPanel
      id="compare"
      tool={tool}
      isPossible
      legend={<Legend scale={deviationScale(range)} ends={[t('compare.inside'), t('compare.outside')]} />}
    >
      <Choice
        choices={choices}
        chosen={chosen}
        other={opposite?.file.id}
        onScan={(id) => setPair(firstPair(choices.find((choice) => choice.scan.id === id)))}
        onOther={(id) => setPair({ scan: chosen.scan.id, other: id })}
      />
      {opposite?.isVersion && <View tool={tool} />}
      <Found tool={tool} />
      <Range tool={tool} />
      <Text size="xs">{t('compare.grey', { reach: length(compareReach) })}</Text>
      <Text size="xs">{t('compare.frame')}</Text>
    </MapPanel>
  );
}

/** A scan with its first reference. */
const firstPair = (comparison: Comparison | undefined) => {
  const [first] = comparison?.others ?? [];
  return comparison && first && { scan: comparison.scan.id, other: first.file.id };
};

interface ChoiceProps {
  choices: Comparison[];
  chosen: Comparison;
  other: number | undefined;
  onScan(id: number): void;
  onOther(id: number): void;
}

function Choice({ choices, chosen, other, onScan, onOther }: ChoiceProps) {
  const { t } = useTranslation('maps');
  const { dateTime } = useFormat();
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('compare.scan')}
        value={chosen.scan.id}
        data={choices.map(({ scan }) => ({ value: String(scan.id), label: scan.filename }))}
        onChange={({ currentTarget }) => onScan(Number(currentTarget.value))}
      />
      <NativeSelect
        size="xs"
        label={t('compare.other')}
        value={other}
        data={chosen.others.map(({ file, isVersion }) => ({
          value: String(file.id),
          label: isVersion
            ? t('compare.version', { version: file.version, date: dateTime(file.updatedAt) })
            : file.filename,
        }))}
        onChange={({ currentTarget }) => onOther(Number(currentTarget.value))}
      />
    </>
  );
}

function View({ tool }: { tool: CompareTool }) {
  const { t } = useTranslation('maps');
  const view = useWatched(tool.view);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('compare.view')}
      value={view}
      data={(['map', 'older', 'both'] as const).map((value) => ({
        value,
        label: t(`compare.views.${value}`),
      }))}
      onChange={(next) => tool.setView(next)}
    />
  );
}

function Range({ tool }: { tool: CompareTool }) {
  const { t } = useTranslation('maps');
  const { length } = useMillimetres();
  const range = useWatched(tool.range);
  return (
    <MapSlider
      label={t('compare.range')}
      text={`± ${length(range)}`}
      value={range}
      min={0.05}
      max={1}
      step={0.05}
      onChange={(next) => tool.setRange(next)}
    />
  );
}

function Found({ tool }: { tool: CompareTool }) {
  const { t } = useTranslation('maps');
  const { length, share } = useMillimetres();
  const found = useWatched(tool.deviation);
  if (!found) return null;
  if (!(found.compared > 0)) {
    return (
      <Text size="sm" role="status">
        {t('compare.apart')}
      </Text>
    );
  }
  return (
    <Numbers
      rows={[
        [t('compare.furthestOut'), length(found.furthestOut)],
        [t('compare.furthestIn'), length(found.furthestIn)],
        [t('compare.meanAbsolute'), length(found.meanAbsolute)],
        [t('compare.mean'), length(found.mean)],
        [t('compare.within', { limit: length(0.05) }), share(found.within05)],
        [t('compare.within', { limit: length(0.1) }), share(found.within10)],
        [t('compare.compared'), share(found.compared)],
      ]}
    />
  );
}
