// Arkas. The page is asked by box.
return collectPages(async ({ subject, subjectNo }) => {
  if (subject !== 'container') return undefined;
  const query = pairs({ Search: subjectNo, Column: 'ContainerNo', Page: 1 });
  return htmlPage(await askText(`/ContainerTracking/?${query}`, '<table'));
});
