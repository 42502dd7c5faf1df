import type { NumberSystem } from '@cusp/contract/cases';
import {
  archPath,
  connectorPath,
  type PlacedTooth,
  placesOf,
  VIEW_BOX,
} from '@cusp/dental/odontogram/arch-geometry';
import { standingTeeth } from '@cusp/dental/odontogram/standing-teeth';
import { PRIMARY_IDS } from '@cusp/dental/teeth';
import { QUIET, type Sheet } from '../../../platform/paper/sheet.ts';
import type { OrderedRestoration, OrderFormContent } from '../order-form-content.ts';
import { EDGES, mix, STRONG } from './colours.ts';
import { toothPiece } from './tooth-words.ts';

const TOOTH = { fill: '#f5f6f8', table: '#ffffff', edge: '#b4bac1', detail: '#cfd4da', gum: '#eceef1' };
const CORNER = { across: 3, high: 3.6 };

/** Height of the chart at a width, points. */
export const chartHeight = (width: number): number => (width * VIEW_BOX.height) / VIEW_BOX.width;

/** The tooth chart as on the screen, as line art. */
export function drawChart(
  sheet: Sheet,
  content: Pick<OrderFormContent, 'restorations' | 'connectors' | 'system' | 'chart'>,
  at: { x: number; y: number; width: number },
): void {
  const { doc } = sheet;
  const { restorations, connectors, system } = content;
  const scale = at.width / VIEW_BOX.width;
  doc.save();
  doc.translate(at.x, at.y).scale(scale).translate(-VIEW_BOX.x, -VIEW_BOX.y);
  drawGround(sheet, content);
  const restored = restorations.flatMap(({ teeth }) => teeth);
  const isChild = system === 'Primary';
  const places = placesOf(standingTeeth(new Set(isChild ? PRIMARY_IDS : []), restored));
  for (const [fdi, placed] of places) drawTooth(sheet, placed, restorationsOn(restorations, fdi)[0]);
  for (const { teeth, color, isPartial } of connectors) {
    const [a, b] = teeth.map((fdi) => places.get(fdi));
    if (!a || !b) continue;
    if (isPartial) doc.dash(0.6, { space: 1 });
    doc
      .path(connectorPath(a, b))
      .lineWidth(2)
      .lineCap(isPartial ? 'butt' : 'round')
      .stroke(STRONG[color]);
    if (isPartial) doc.undash();
  }
  for (const [fdi, placed] of places) drawNotes(sheet, placed, system, restorationsOn(restorations, fdi));
  doc.restore();
}

const restorationsOn = (restorations: readonly OrderedRestoration[], fdi: number) =>
  restorations.filter(({ teeth }) => teeth.includes(fdi));

function drawGround(sheet: Sheet, { restorations, chart }: Pick<OrderFormContent, 'restorations' | 'chart'>) {
  const { doc } = sheet;
  doc.lineCap('round').lineJoin('round');
  for (const jaw of ['upper', 'lower'] as const) {
    doc.path(archPath(jaw)).lineWidth(13).stroke(TOOTH.gum);
    for (const { arch, color } of restorations)
      if (arch === jaw)
        doc
          .path(archPath(jaw))
          .lineWidth(14.5)
          .stroke(mix(EDGES[color], '#ffffff', 0.3));
  }
  doc.path('M-12 0H12M0 -12V12').lineWidth(0.3).stroke(TOOTH.detail);
  label(sheet, chart.upper, 0, -15, QUIET);
  label(sheet, chart.lower, 0, 15, QUIET);
  label(sheet, chart.right, -14, 0, QUIET, 'end');
  label(sheet, chart.left, 14, 0, QUIET, 'start');
}

function drawTooth(sheet: Sheet, placed: PlacedTooth, restoration: OrderedRestoration | undefined): void {
  const { doc } = sheet;
  const edge = restoration ? EDGES[restoration.color] : TOOTH.edge;
  const isPontic = restoration?.look === 'pontic';
  doc.lineWidth(restoration ? 0.55 : 0.35);
  if (isPontic) doc.dash(1.4, { space: 0.8 });
  doc.path(placed.outline).fillAndStroke(restoration ? mix(edge, TOOTH.fill, 0.2) : TOOTH.fill, edge);
  if (isPontic) doc.undash();
  if (!restoration) doc.path(placed.table).fill(TOOTH.table);
  if (restoration && restoration.look !== 'solid') return;
  const detail = restoration ? mix(edge, TOOTH.fill, 0.45) : TOOTH.detail;
  for (const line of placed.details) doc.path(line).lineWidth(0.4).stroke(detail);
}

function drawNotes(
  sheet: Sheet,
  placed: PlacedTooth,
  system: NumberSystem,
  restorations: readonly OrderedRestoration[],
): void {
  const { doc } = sheet;
  const first = placed.centre[0] - ((restorations.length - 1) * 3) / 2;
  for (const [index, { mark, color }] of restorations.entries()) {
    const x = first + index * 3;
    doc.circle(x, placed.centre[1], 2.1).fill(STRONG[color]);
    label(sheet, mark, x, placed.centre[1], '#ffffff', 'middle', mark.length > 1 ? 2.2 : 2.7);
  }
  const { text, corner } = toothPiece(placed.tooth.fdi, system);
  const [x, y] = placed.label;
  const color = restorations.length > 0 ? '#212529' : QUIET;
  label(sheet, text, x, y, color, 'middle', 3, restorations.length > 0);
  if (!corner) return;
  const across = corner.side === 'right' ? CORNER.across : -CORNER.across;
  const high = corner.jaw === 'upper' ? CORNER.high : -CORNER.high;
  doc
    .path(`M${x - across / 2} ${y + high / 2}H${x + across / 2}V${y - high / 2}`)
    .lineWidth(0.32)
    .stroke(color);
}

/** Words around a point of the chart. */
function label(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  color: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
  size = 3,
  strong = false,
): void {
  const words = sheet.words(text, { size, color, strong });
  const share = { start: 0, middle: 0.5, end: 1 }[anchor];
  const left = x - sheet.doc.widthOfString(words) * share;
  sheet.doc.text(words, left, y, { lineBreak: false, baseline: 'middle' });
}
