// Evergreen. The page of a bill names its boxes; the moves of each are a page of its own. A box alone has one page.
const address = '/servlet/TDB1_CargoTracking.do';
const askPage = (fields) => askText(address, 'B/L No', asForm(fields));
return collectPages(async ({ subject, subjectNo }) => {
  if (subject === 'container')
    return answersPage({ bill: await askPage({ TYPE: 'CNTR', CNTR: subjectNo, NO: subjectNo, SEL: 's_cntr' }) });
  const number = withoutPrefix(subjectNo, 'EGLV');
  const bill = await askPage({ TYPE: 'BL', BL: number, NO: number, SEL: 's_bl' });
  const boxes = boxesOf([...bill.matchAll(/frmCntrMoveDetail\('([A-Z]{4}\d{7})'\)/g)].map(([, box]) => box));
  const loadedOf = (box) => new RegExp(`Container:${box}\\s+onboard:(\\d{8})\\s+pol:([A-Z]{5})`).exec(bill);
  const moves = await forEachBox(boxes, (containerNo) => {
    const [, date, port] = loadedOf(containerNo) ?? [];
    return askPage({ TYPE: 'CntrMove', bl_no: number, cntr_no: containerNo, onboard_date: date, pol: port });
  });
  return answersPage({ bill, moves });
});
