from minitickets.cli import main

main()
