// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentWalletFactoryAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "DeployFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "opensAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "TooEarly",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "Deployed",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "VERSION",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      }
    ],
    "name": "addressOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "implementation",
        "type": "address"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      }
    ],
    "name": "deploy",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentWalletFactoryBytecode =
  '0x6080604052348015600e575f5ffd5b506108958061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061003f575f3560e01c80639d2c206c14610043578063e99718d814610080578063ffa1ad7414610093575b5f5ffd5b6100566100513660046106de565b6100dc565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b61005661008e36600461072f565b610442565b6100cf6040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6040516100779190610757565b5f5f6100e783610571565b604080517f3d602d80600a3d3981f3363d3d373d3d3d363d7300000000000000000000000060208201527fffffffffffffffffffffffffffffffffffffffff000000000000000000000000606088901b1660348201527f5af43d82803e903d91602b57fd5bf3000000000000000000000000000000000060488201528151603781830301815260579091019091529091505f908051602080830191909120604080517fff00000000000000000000000000000000000000000000000000000000000000818501523060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021820152603581018790526055808201939093528151808203909301835260750190528051910120909150925073ffffffffffffffffffffffffffffffffffffffff83163b1561022657505061043c565b5f61023760a08601608087016107aa565b67ffffffffffffffff1661025160808701606088016107aa565b67ffffffffffffffff16106102755761027060a08601608087016107aa565b610285565b61028560808601606087016107aa565b67ffffffffffffffff16905080421080156102db57506102ab60608601604087016107d1565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614155b801561031f57506102ef60208601866107d1565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614155b15610364576040517fe58369d1000000000000000000000000000000000000000000000000000000008152600481018290524260248201526044015b60405180910390fd5b5f838351602085015ff5905073ffffffffffffffffffffffffffffffffffffffff81166103dc576040517f8caac80500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881660048201526024810185905260440161035b565b838773ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff167f8a667a762c6b11836243ef58bb98850c7a4210d0226eb030bb2e03e3b7cc01e360405160405180910390a4505050505b92915050565b5f61056a30836104e1866040517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020820152606082811b7fffffffffffffffffffffffffffffffffffffffff0000000000000000000000001660348301527f5af43d82803e903d91602b57fd5bf300000000000000000000000000000000006048830152906057016040516020818303038152906040529050919050565b8051602091820120604080517fff000000000000000000000000000000000000000000000000000000000000008185015260609590951b7fffffffffffffffffffffffffffffffffffffffff0000000000000000000000001660218601526035850193909352605580850191909152825180850390910181526075909301909152815191012090565b9392505050565b5f7fae74c267c29f92de737b2342967f225d5cf631489bf371c446c34a43c76d7d166105a060208401846107d1565b6105b060408501602086016107d1565b6105c060608601604087016107d1565b6105d060808701606088016107aa565b6105e060a08801608089016107aa565b60a08801356105f260c08a018a6107ea565b604051602001610603929190610855565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019990995273ffffffffffffffffffffffffffffffffffffffff97881690820152948616606086015294909216608084015267ffffffffffffffff90811660a08401521660c082015260e081019190915261010081019190915261012001604051602081830303815290604052805190602001209050919050565b803573ffffffffffffffffffffffffffffffffffffffff811681146106d9575f5ffd5b919050565b5f5f604083850312156106ef575f5ffd5b6106f8836106b6565b9150602083013567ffffffffffffffff811115610713575f5ffd5b830160e08186031215610724575f5ffd5b809150509250929050565b5f5f60408385031215610740575f5ffd5b610749836106b6565b946020939093013593505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b5f602082840312156107ba575f5ffd5b813567ffffffffffffffff8116811461056a575f5ffd5b5f602082840312156107e1575f5ffd5b61056a826106b6565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261081d575f5ffd5b83018035915067ffffffffffffffff821115610837575f5ffd5b6020019150600581901b360382131561084e575f5ffd5b9250929050565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff831115610882575f5ffd5b8260051b8085843791909101939250505056' as const
