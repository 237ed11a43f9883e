<?php
// `php <this file> [pest] <folder> [--<option>...] [<file>...]`: runs PHPUnit or Pest, and writes JUnit reports into the folder. PHPUnit
// takes one path at a time; of several it would silently ignore all but one.
$files = array_slice($argv, 1);
$tool = $files[0] === 'pest' ? array_shift($files) : 'phpunit';
$folder = array_shift($files);
$own = "vendor/bin/$tool";
$program = is_file($own) ? [PHP_BINARY, $own] : [$tool];
$given = array_filter($files, fn ($word) => str_starts_with($word, '--'));
$files = array_values(array_diff($files, $given));
$worst = 0;
foreach ($files === [] ? [null] : $files as $number => $file) {
    while (($taken = @fopen("$folder/phpunit-$number.taken", 'x')) === false && is_dir($folder)) {
        $number += count($files) + 1;
    }
    $options = [...$given, '--do-not-cache-result', '--colors=never', '--log-junit', "$folder/phpunit-$number.xml"];
    $command = [...$program, ...$options, ...($file === null ? [] : [$file])];
    $process = proc_open($command, [STDIN, STDOUT, STDERR], $pipes);
    if ($process === false) {
        fwrite(STDERR, "$tool: not found\n");
        exit(127);
    }
    $worst = max($worst, proc_close($process));
}
exit($worst);
