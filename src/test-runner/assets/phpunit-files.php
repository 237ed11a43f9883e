<?php
// `php <this file> <folder> [<file>...]`: runs PHPUnit, and writes its JUnit reports into the folder. PHPUnit takes
// one path at a time; of several it would ignore all but one without a word.
$folder = $argv[1];
$own = 'vendor/bin/phpunit';
$program = is_file($own) ? [PHP_BINARY, $own] : ['phpunit'];
$files = array_slice($argv, 2);
$worst = 0;
foreach ($files === [] ? [null] : $files as $number => $file) {
    $options = ['--do-not-cache-result', '--colors=never', '--log-junit', "$folder/phpunit-$number.xml"];
    $command = [...$program, ...$options, ...($file === null ? [] : [$file])];
    $process = proc_open($command, [STDIN, STDOUT, STDERR], $pipes);
    if ($process === false) {
        fwrite(STDERR, "phpunit: not found\n");
        exit(127);
    }
    $worst = max($worst, proc_close($process));
}
exit($worst);
