import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { drawBars } from './pdf-charts.ts';
import { font, ink, page } from './pdf-look.ts';
import type { Bars, Figure, PrintedTable, ReportContent } from './report-content.ts';

const require = createRequire(import.meta.url);
const fontFile = (weight: string): string =>
  require.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`);

const inner = page.width - 2 * page.side;
const gap = 16;
const chartTitleMargin: [number, number, number, number] = [0, 0, 0, 3];

/** Figures beside each other, the number above what it counts. */
function figureRow(figures: readonly Figure[]): Content {
  const cells = figures.map(({ label, value, note, bad }): TableCell => ({
    stack: [
      { text: value, fontSize: 18, bold: true, color: bad === true ? ink.bad : ink.text },
      { text: label, fontSize: 8.5, color: ink.soft },
      ...(note === undefined ? [] : [{ text: note, fontSize: 7, color: ink.soft }]),
    ],
    margin: [8, 4, 4, 5],
  }));
  return {
    table: { widths: figures.map(() => '*'), body: [cells] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index) => (index === 0 || index === figures.length ? 0 : 0.6),
      vLineColor: () => ink.line,
      fillColor: () => ink.head,
    },
    margin: [0, 10, 0, 0],
  };
}

function chartRow(charts: readonly Bars[]): Content {
  const width = (inner - gap * (charts.length - 1)) / charts.length;
  return {
    columns: charts.map((chart) => ({
      width,
      stack: [
        { text: chart.title, bold: true, fontSize: 10, margin: chartTitleMargin },
        { svg: drawBars(chart, { width: Math.floor(width), height: 176 }), width },
      ],
    })),
    columnGap: gap,
    margin: [0, 14, 0, 0],
    unbreakable: true,
  };
}

/** Cells of the table: a word longer than its column is broken, so that nothing runs over the edge. */
function tableOf({ title, columns, rows, total }: PrintedTable, { lang, link }: ReportContent): Content[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const padding = 8 * columns.length;
  const head = columns.map(({ title: text, right }): TableCell => ({
    text,
    bold: true,
    fontSize: 8,
    fillColor: ink.head,
    alignment: right === true ? 'right' : 'left',
  }));
  const body = rows.map((row) =>
    row.map((text, index): TableCell => ({
      text,
      fontSize: 8,
      alignment: columns[index]?.right === true ? 'right' : 'left',
    })),
  );
  const cut = serverText('report.pdf.cut', { shown: rows.length, total }, lang);
  return [
    {
      columns: [
        { text: title, bold: true, fontSize: 10, width: '*' },
        {
          text: [
            { text: rows.length < total ? `${cut} ` : `${serverText('report.pdf.rows', { total }, lang)} ` },
            { text: serverText('report.pdf.open', {}, lang), link, color: ink.bar, decoration: 'underline' },
          ],
          fontSize: 8,
          color: ink.soft,
          alignment: 'right',
          width: 'auto',
        },
      ],
      margin: [0, 14, 0, 4],
    },
    rows.length === 0
      ? { text: serverText('report.pdf.nothing', {}, lang), fontSize: 9, color: ink.soft, margin: [0, 4, 0, 0] }
      : {
          table: {
            headerRows: 1,
            keepWithHeaderRows: 1,
            dontBreakRows: true,
            widths: columns.map(({ share }) => ((inner - padding) * share) / shares),
            body: [head, ...body],
          },
          layout: {
            hLineWidth: (index) => (index === 0 ? 0 : 0.5),
            hLineColor: (index) => (index === 1 ? ink.line : ink.faint),
            vLineWidth: () => 0,
            paddingLeft: () => 4,
            paddingRight: () => 4,
            paddingTop: () => 2.5,
            paddingBottom: () => 2.5,
          },
        },
  ];
}

function definitionOf(content: ReportContent): TDocumentDefinitions {
  const { lang, title, tenant, about, author, madeAt, madeAtText } = content;
  const made = serverText('report.pdf.made', { time: madeAtText, author }, lang);
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [page.side, page.top, page.side, page.foot],
    language: lang === 'zh' ? 'zh-CN' : 'en',
    displayTitle: true,
    info: {
      title: `${title} · ${tenant}`,
      author,
      creator: 'Portolan',
      producer: 'Portolan',
      creationDate: new Date(madeAt),
    },
    defaultStyle: { font, fontSize: 9, color: ink.text, lineHeight: 1.1 },
    footer: (current, count) => ({
      columns: [
        { text: `${tenant} · ${title}`, width: '*' },
        { text: made, width: 'auto' },
        { text: serverText('report.pdf.page', { current, count }, lang), width: 84, alignment: 'right' },
      ],
      columnGap: 12,
      fontSize: 7.5,
      color: ink.soft,
      margin: [page.side, 14, page.side, 0],
    }),
    content: [
      {
        columns: [
          { text: title, fontSize: 18, bold: true, width: '*' },
          { text: tenant, fontSize: 11, width: 'auto', alignment: 'right', margin: [0, 7, 0, 0] },
        ],
      },
      {
        text: about.flatMap(({ label, text }, index) => [
          { text: `${index === 0 ? '' : '    '}${label} `, color: ink.soft },
          { text },
        ]),
        fontSize: 8.5,
        margin: [0, 2, 0, 0],
      },
      figureRow(content.figures),
      ...(content.charts.length === 0 ? [] : [chartRow(content.charts)]),
      ...tableOf(content.table, content),
    ],
  };
}

/**
 * Makes the PDF of a report: A4 across, text that can be selected, charts as vectors, and the letters that occur in it embedded. Needs no
 * font of the machine and reads nothing from a network.
 */
export async function makePdf(content: ReportContent): Promise<Buffer> {
  pdfmake.setFonts({ [font]: { normal: fontFile('400Regular'), bold: fontFile('700Bold') } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path === fontFile('400Regular') || path === fontFile('700Bold'));
  return pdfmake.createPdf(definitionOf(content)).getBuffer();
}
